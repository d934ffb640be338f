import Arguments
import FoundationEssentials
import ImportCore
import Importer

enum ShowCommand {
    private static let json = Flag("json", help: "Print a line of JSON.")

    static let command: Command = .init(
        name: "show", abstract: "show an entry with its history",
        options: [LibraryAccess.option, json], operands: [EntryLookup.operand],
        examples: [.init("fpsim show --library ~/Documents.library 01a22aa7", "by the beginning of its identifier")]
    ) { invocation in
        let library = try LibraryAccess.open(invocation, .readOnly)
        let entry = try EntryLookup.entry(invocation.operand("ID"), in: library)
        let history: [LibraryEvent]
        do throws(LibraryError) {
            history = try library.history(of: entry.id)
        } catch {
            throw CommandFailure(error)
        }
        let status = ReferenceResolver().status(of: entry)
        if invocation[json] {
            print(RecordLine.text(Record(entry: EntryRecord(entry, status), history: history.map(EventRecord.init))))
        } else {
            for (label, value) in lines(entry, status) { print("\(Column.text(label + ":", width: 14))\(value)") }
            for event in history { print("\(time(event.at))  \(event.event) \(event.detail ?? "")") }
        }
        return .success
    }

    private static func lines(_ entry: LibraryEntry, _ reference: ReferenceStatus?) -> [(String, String)] {
        [
            ("identifier", entry.id.rawValue), ("name", entry.displayName.printable),
            ("state", entry.state.rawValue), ("outcome", entry.outcome?.rawValue), ("note", entry.note),
            ("type", entry.contentType?.rawValue), ("named as", entry.claimedType?.rawValue),
            ("size", entry.size.map { "\($0) bytes" }), ("SHA-256", entry.sha256), ("file", entry.path),
            ("reference", reference.map(ReferenceText.text)),
            ("picked at", entry.origin.map { DisplayName($0).printable }),
        ].compactMap { label, value in value.map { (label, $0) } }
    }

    private static func time(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
    }

    private struct Record: Encodable {
        var entry: EntryRecord
        var history: [EventRecord]
    }

    private struct EventRecord: Encodable {
        var at: String
        var event: String
        var detail: String?

        init(_ event: LibraryEvent) {
            at = ShowCommand.time(event.at)
            self.event = event.event
            detail = event.detail
        }
    }
}
