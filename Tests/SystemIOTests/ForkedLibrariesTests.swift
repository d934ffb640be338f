import Glibc
import SystemIO
import Testing

@Suite struct ForkedLibrariesTests {
    /// What becomes of a child that looks at a library's code.
    private func child(looksAt code: UnsafeRawPointer) throws -> ChildProcess.Exit? {
        let child = try ForkedChild {
            // A sanitizer would have a word to say about it.
            signal(SIGSEGV, SIG_DFL)
            _exit(code.load(as: UInt8.self) == 0 ? 1 : 0)
        }
        return try child.wait(until: .now + .seconds(10))
    }

    @Test func `a child lacks the library that is left out, and has it again afterwards`() throws {
        let code = UnsafeRawPointer(try #require(dlsym(nil, "cbrt")))
        let libraries = ForkedLibraries { !$0.hasPrefix("libm.") }
        libraries.leaveOut(true)
        let without = try child(looksAt: code)
        libraries.leaveOut(false)
        #expect(without == .killed(signal: SIGSEGV))
        #expect(try child(looksAt: code)?.isSuccess != nil)
    }
}
