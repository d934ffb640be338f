import Dispatch

/// Opens when so many have counted down.
final class Latch: Sendable {
    private let group = DispatchGroup()

    init(_ count: Int) {
        for _ in 0..<count { group.enter() }
    }

    func countDown() { group.leave() }

    func wait(for time: Duration) -> Bool {
        group.wait(timeout: .now() + time.inSeconds) == .success
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
