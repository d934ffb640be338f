import Glibc
import Synchronization
import SystemIO
import Testing

@Suite struct CallingProcessTests {
    @Test func `a thread leads to its process`() throws {
        let own = try #require(CallingProcess(thread: getpid()))
        #expect(own.processID == getpid())
        #expect(own.parentID == getppid())
        #expect(!own.name.isEmpty)
    }

    @Test func `ancestors end at the top`() {
        let ancestors = CallingProcess.ancestors(of: getpid())
        #expect(ancestors.first == getppid())
        #expect(Set(ancestors).count == ancestors.count)
    }

    @Test func `nobody is behind a thread that doesn't exist`() {
        #expect(CallingProcess(thread: 0) == nil)
        #expect(CallingProcess(thread: .max) == nil)
    }
}
