import Foundation
import Synchronization
import SystemIO
import Testing

@testable import ControlProtocol

@Suite struct ControlClientTests {
    /// Answers `evict` with nothing and everything else with its own path as the token, an event before each.
    private static func script(_ message: ControlRequestMessage) -> [[UInt8]] {
        switch message.command {
        case .pick(let request):
            let answer = PickRequest.Response(token: request.path.description, path: request.path)
            return [ControlCoding.line(.trace(line: "seen")), ControlCoding.line(id: message.id, ok: answer)]
        case .flush: return [ControlCoding.line(id: message.id, ok: ControlDone())]
        default: return []
        }
    }

    @Test func `threads that share a connection each get their own answer, and every event comes once`() throws {
        let mount = try ScriptedMount(Self.script)
        let events = Mutex(0)
        let client = try ControlClient(socket: mount.path) { _ in events.withLock { $0 += 1 } }
        let wrong = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            for number in 0..<300 {
                let name = "\(thread).\(number)"
                let answer = try? client.call(PickRequest(path: ControlPath(name)), deadline: .seconds(20))
                if answer?.token != name { wrong.withLock { $0.append("\(name): \(String(describing: answer))") } }
            }
        }
        #expect(wrong.withLock { $0 } == [])
        #expect(events.withLock { $0 } == 1800)
    }

    @Test func `an event arrives while nobody asks, and between two questions`() async throws {
        let mount = try ScriptedMount(Self.script)
        let (events, sink) = AsyncStream.makeStream(of: Void.self)
        let client = try ControlClient(socket: mount.path) { _ in sink.yield() }
        var arrived = events.makeAsyncIterator()
        for _ in 0..<50 {
            _ = try client.call(FlushRequest())
            try mount.send(ControlCoding.line(.trace(line: "x")))
            await arrived.next()
        }
        client.close()
    }

    @Test func `a deadline ends one call and leaves the connection and other calls alone`() throws {
        let mount = try ScriptedMount(Self.script)
        let client = try ControlClient(socket: mount.path)
        let clock = ContinuousClock()
        let took = clock.measure {
            #expect(throws: ControlFailure.self) {
                _ = try client.call(EvictRequest(path: "never"), deadline: .milliseconds(100))
            }
        }
        #expect(took >= .milliseconds(100))
        #expect(took < .seconds(5))
        #expect(try client.call(PickRequest(path: "a")).token == "a")
    }

    @Test func `whoever waits is told when the other end goes, whether it reads or another thread does`() throws {
        let mount = try ScriptedMount(Self.script)
        let client = try ControlClient(socket: mount.path)
        let asked = DispatchSemaphore(value: 0)
        let failures = Mutex<[String?]>([])
        let group = DispatchGroup()
        for number in 0..<3 {
            DispatchQueue.global().async(group: group) {
                do throws(ControlFailure) {
                    _ = try client.call(EvictRequest(path: ControlPath("\(number)")), deadline: nil) { _ in
                        asked.signal()
                    }
                } catch {
                    failures.withLock { $0.append(error.errno) }
                }
            }
        }
        for _ in 0..<3 { asked.wait() }
        mount.hangUp()
        #expect(group.wait(timeout: .now() + 10) == .success)
        #expect(failures.withLock { $0 } == ["ENOTCONN", "ENOTCONN", "ENOTCONN"])
        #expect(client.failure != nil)
        #expect(throws: ControlFailure.self) { _ = try client.call(FlushRequest(), deadline: .seconds(1)) }
    }

    @Test func `closing ends a wait from another thread`() throws {
        let mount = try ScriptedMount(Self.script)
        let client = try ControlClient(socket: mount.path)
        let group = DispatchGroup()
        let asked = DispatchSemaphore(value: 0)
        DispatchQueue.global().async(group: group) {
            _ = try? client.call(EvictRequest(path: "x"), deadline: nil) { _ in asked.signal() }
        }
        asked.wait()
        client.close()
        #expect(group.wait(timeout: .now() + 10) == .success)
    }
}
