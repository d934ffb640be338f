/// Resolves the bookmark, but says that it is stale.
package struct StaleBookmark: FaultPayload {
    package static let entry = FaultEntry(
        .staleBookmark, .scope,
        "Resolves the bookmark, but says that it is stale.",
        at: OperationSet([.bookmarkResolve]), usually: OperationSet([.bookmarkResolve]),
        example: "stale-bookmark: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .staleBookmark(self) }
}
