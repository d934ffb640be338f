import Glibc
import SystemIO
import Testing

@testable import ImportCore

@Suite struct CopyBuffersTests {
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, _ number: Int) {
        memset(buffer.baseAddress!, CInt(number % 251), buffer.count)
    }

    private func isFilled(_ buffer: UnsafeMutableRawBufferPointer, _ number: Int) -> Bool {
        let start = buffer.baseAddress!
        return buffer[0] == UInt8(number % 251) && memcmp(start, start + 1, buffer.count - 1) == 0
    }

    @Test func `three hundred copies of large documents take no more than a bound, and each has its own`() {
        let buffers = CopyBuffers()
        let held = (0..<300).map { number in
            let buffer = buffers.take(for: 1 << 20)
            fill(buffer, number)
            return buffer
        }
        #expect(buffers.bytes <= CopyBuffers.largeBudget + 300 * CopyBuffers.smallLength + CopyBuffers.largeLength)
        for (number, buffer) in held.enumerated() {
            #expect(buffer.count >= CopyBuffers.smallLength)
            #expect(isFilled(buffer, number))
        }
        for buffer in held { buffers.giveBack(buffer) }
        #expect(buffers.bytes <= CopyBuffers.largeLength)
    }

    @Test func `a document that fits has room for itself and a byte more, whatever size is stated`() {
        let buffers = CopyBuffers()
        for size in [0, 1, 65_535, 65_536, 700_000, 1 << 20, -1, .max, .min] as [Int64] {
            let buffer = buffers.take(for: size)
            #expect(buffer.count > min(max(size, 0), Int64(CopyBuffers.largeLength) - 1))
            buffers.giveBack(buffer)
        }
    }

    @Test func `many threads take and give back, and none meets another's bytes`() throws {
        let buffers = CopyBuffers()
        let running = ConditionVariable(32)
        let mixed = ConditionVariable(0)
        for number in 0..<32 {
            try DetachedThread.start {
                for turn in 0..<200 {
                    let buffer = buffers.take(for: turn % 3 == 0 ? 100_000 : 10)
                    fill(buffer, number)
                    if !isFilled(buffer, number) { mixed.change { $0 += 1 } }
                    buffers.giveBack(buffer)
                }
                running.change { $0 -= 1 }
            }
        }
        running.wait { $0 == 0 ? () : nil }
        #expect(mixed.changeQuietly { $0 } == 0)
        #expect(buffers.bytes <= CopyBuffers.largeLength)
    }
}
