import FileCoordination
import Glibc

/// `example-importer [DEFECT] import|list|recover --library DIR [--cancel] [SOURCE]`.
@main enum ExampleProgram {
    private static let defects: [String: ExampleImporter.Type] = [
        "stops-before-the-copy": StopsBeforeTheCopy.self,
        "never-stops-the-scope": NeverStopsTheScope.self,
        "reads-without-coordination": ReadsWithoutCoordination.self,
        "ignores-the-accessors-url": IgnoresTheAccessorsURL.self,
        "copies-with-file-manager": CopiesWithFileManager.self,
        "calls-a-timeout-a-cancel": CallsATimeoutACancel.self,
    ]

    static func main() throws {
        var arguments = CommandLine.arguments.dropFirst()
        let type = arguments.first.flatMap { defects[$0] }
        if type != nil { arguments.removeFirst() }
        guard let verb = arguments.popFirst(), arguments.popFirst() == "--library", let folder = arguments.popFirst()
        else { exit(64) }
        let bound = Double(ProcessInfo.processInfo.environment["FPSIM_BOUND"] ?? "30") ?? 30
        let importer = try (type ?? ExampleImporter.self).init(library: URL(filePath: folder), seconds: bound / 2)
        switch verb {
        case "import":
            let cancel = arguments.first == "--cancel"
            guard let source = arguments.last.flatMap({ URL(string: $0) }) else { exit(64) }
            do throws(ExampleImporter.Failure) {
                show(try importer.importDocument(source, cancel: cancel))
            } catch {
                let line = ["phase": error.phase, "cause": error.cause]
                FileHandle.standardError.write(Data(json(line, retryable: error.retryable).utf8))
                exit(1)
            }
        case "list": try importer.entries().forEach(show)
        case "recover": try importer.recover()
        default: exit(64)
        }
    }

    private static func show(_ entry: Entry) {
        print(String(decoding: (try? JSONEncoder().encode(entry)) ?? Data(), as: UTF8.self))
    }

    private static func json(_ fields: [String: String], retryable: Bool) -> String {
        var object: [String: Any] = fields
        object["retryable"] = retryable
        return String(decoding: (try? JSONSerialization.data(withJSONObject: object)) ?? Data(), as: UTF8.self) + "\n"
    }
}
