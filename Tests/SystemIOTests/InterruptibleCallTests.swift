import Glibc
import Testing

@testable import SystemIO

@Suite struct InterruptibleCallTests {
    @Test func `a blocked read ends with EINTR when another thread interrupts it`() throws {
        let pipe = try Pipe()
        let reader = pipe.readEnd.borrowed
        let call = ConditionVariable<InterruptibleCall?>(nil)
        let result = ConditionVariable<Errno?>(nil)
        try DetachedThread.start {
            let own = InterruptibleCall()
            call.change { $0 = own }
            var byte: UInt8 = 0
            do throws(Errno) {
                try SystemCall.once { Glibc.read(reader.rawValue, &byte, 1) }
            } catch {
                own.end()
                result.change { $0 = error }
            }
        }
        let running = call.wait { $0 }
        while result.changeQuietly({ $0 }) == nil { running.interrupt() }
        #expect(result.wait { $0 } == .interrupted)
        running.interrupt()
    }

    @Test func `a byte that one open file holds is held for all others until it is closed`() throws {
        let path =
            "/proc/self/fd/\(try FileDescriptor.workingDirectory.open("/tmp", [.readWrite, .temporary]).release())"
        let second = try FileDescriptor.workingDirectory.open(path, .readWrite)
        do {
            let first = try FileDescriptor.workingDirectory.open(path, .readWrite)
            #expect(try ByteRangeLock.acquire(byte: 1 << 61, of: first.borrowed))
            #expect(try !ByteRangeLock.acquire(byte: 1 << 61, of: second.borrowed))
            #expect(try ByteRangeLock.isHeldByOther(byte: 1 << 61, of: second.borrowed))
            #expect(try !ByteRangeLock.isHeldByOther(byte: 7, of: second.borrowed))
        }
        #expect(try !ByteRangeLock.isHeldByOther(byte: 1 << 61, of: second.borrowed))
        close(CInt(path.split(separator: "/").last!)!)
    }

    @Test func `a descriptor that is passed is another number for the same file`() throws {
        let ends = try DescriptorPassing.pair()
        let pipe = try Pipe()
        try DescriptorPassing.send([1, 2], with: pipe.readEnd.borrowed, to: ends.first.borrowed)
        try DescriptorPassing.send([3], to: ends.first.borrowed)
        guard var received = try DescriptorPassing.receive(limit: 16, from: ends.second.borrowed) else {
            Issue.record("nothing came")
            return
        }
        #expect(received.message == [1, 2])
        guard let copy = received.takeDescriptor() else {
            Issue.record("no descriptor came")
            return
        }
        #expect(try copy.borrowed.status().inode == pipe.readEnd.borrowed.status().inode)
        guard var bare = try DescriptorPassing.receive(limit: 16, from: ends.second.borrowed) else { return }
        #expect(bare.message == [3])
        let hasDescriptor = bare.takeDescriptor() != nil
        #expect(!hasDescriptor)
    }
}
