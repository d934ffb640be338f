import SystemIO

/// How much longer than usual tests wait: what a sanitizer watches takes a multiple of its time. `scripts/test` says how
/// much.
package enum Patience {
    /// `$FPSIM_TEST_PATIENCE`, else 1.
    package static let factor =
        SystemUser.environment["FPSIM_TEST_PATIENCE"].flatMap { Int($0) }.map { max($0, 1) } ?? 1
}

extension Duration {
    /// This time, or as much of it as a sanitizer takes.
    package var withPatience: Duration { self * Patience.factor }
}
