/// Lists a folder in pages, each after a wait.
package struct PageListing: FaultPayload {
    package let entries: Int
    package let wait: Duration

    package static let entry = FaultEntry(
        .pageListing, .listing,
        "Lists a folder in pages, each after a wait.",
        fields: [
            Field("entries", .count(), required: true, "how many a page"),
            Field("wait", .duration, "before each page but the first"),
        ],
        shorthand: "entries", at: OperationSet([.opendir, .readdir]), usually: OperationSet([.opendir]),
        example: "page-listing: {entries: 10, wait: 200ms}")

    package init(entries: Int, wait: Duration = .milliseconds(100)) {
        self.entries = entries
        self.wait = wait
    }

    package init(_ arguments: FaultArguments) {
        entries = arguments.count("entries") ?? 10
        wait = arguments.duration("wait") ?? .milliseconds(100)
    }

    package var fault: Fault { .pageListing(self) }
}
