/// Bandwidth that several downloads share: each reserves the bytes that it wants next, and learns when they will
/// have arrived. Reservations are served in their order, so that equal downloads get equal shares.
package struct TokenBucket: Sendable {
    package let bytesPerSecond: Int64
    private var busyUntil = MountTime.zero

    /// - Parameter bytesPerSecond: at least 1.
    package init(bytesPerSecond: Int64) {
        precondition(bytesPerSecond > 0)
        self.bytesPerSecond = bytesPerSecond
    }

    /// How many bytes to reserve at a time: a twentieth of a second's worth, so that progress looks smooth and a
    /// download costs twenty events a second.
    package var portion: Int64 { max(1, min(1 << 20, bytesPerSecond / 20)) }

    /// - Returns: when the last of the bytes has arrived.
    package mutating func reserve(_ bytes: Int64, at now: MountTime) -> MountTime {
        let (whole, rest) = bytes.quotientAndRemainder(dividingBy: bytesPerSecond)
        let fraction = rest.multipliedFullWidth(by: 1_000_000_000)
        let nanoseconds = bytesPerSecond.dividingFullWidth(fraction).quotient
        busyUntil = max(busyUntil, now) + .seconds(whole) + .nanoseconds(nanoseconds)
        return busyUntil
    }
}
