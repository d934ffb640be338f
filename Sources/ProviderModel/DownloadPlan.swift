/// How one download will go: what the config says about the item, and what the rules that fired made of it.
package struct DownloadPlan: Hashable, Sendable {
    /// Something that happens when so many bytes have arrived.
    package struct Stop: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// No more bytes for so long; `.never` ends only by release.
            case stall(Duration?)
            /// The download fails with this error number.
            case fail(errno: Int32)
            /// The download says that it is complete.
            case end
        }

        package var at: Int64
        package var kind: Kind
        /// The rule's name.
        package var rule: String?

        package init(at: Int64, kind: Kind, rule: String?) {
            self.at = at
            self.kind = kind
            self.rule = rule
        }
    }

    package var size: Int64
    /// Before the first byte.
    package var latency: Duration = .zero
    /// A rule's own throttle, in bytes a second, beside the bandwidth that the item shares with others.
    package var throttle: Int64?
    /// In the order in which they happen.
    package var stops: [Stop] = []

    package init(size: Int64, latency: Duration = .zero) {
        self.size = size
        self.latency = latency
    }

    /// Adds a stop; one that would lie beyond the end happens at the end.
    package mutating func add(_ stop: Stop) {
        var stop = stop
        stop.at = min(max(0, stop.at), size)
        let index = stops.firstIndex { $0.at > stop.at } ?? stops.endIndex
        stops.insert(stop, at: index)
    }
}
