/// Leaves the item out of its folder's listing; it opens by name all the same.
package struct OmitFromListing: FaultPayload {
    package let hold: Hold

    package static let entry = FaultEntry(
        .omitFromListing, .listing,
        "Leaves the item out of its folder's listing; it opens by name all the same.",
        fields: [
            Field("for", .hold, "how long from the first time on (default: forever)")
        ],
        shorthand: "for", at: OperationSet([.listEntry]), usually: OperationSet([.listEntry]),
        example: "omit-from-listing: {}")

    package init(hold: Hold = .forever) {
        self.hold = hold
    }

    package init(_ arguments: FaultArguments) {
        hold = arguments.hold("for") ?? .forever
    }

    package var fault: Fault { .omitFromListing(self) }
}
