import Arguments
import ProviderServer

enum UnmountCommand {
    private static let timeout = Option<Duration>(
        "timeout", help: "How long the provider may take before the mount is cleared without it (default: 10s).")

    static let command: Command = .init(
        name: "unmount", abstract: "take a mount away, also one whose provider was killed",
        options: [timeout],
        operands: [Operand("MOUNTPOINT", help: "Where it is mounted, or a path below.", completion: .directory)],
        examples: [.init("fpsim unmount /mnt/p", "whoever waits is answered first")]
    ) { invocation in
        let path = invocation.operand("MOUNTPOINT")
        do {
            let outcome = try Unmounting.unmount(
                invocation.operandBytes("MOUNTPOINT"), deadline: invocation[timeout] ?? .seconds(10))
            guard case .ended(let failure?) = outcome else { return .success }
            throw CommandFailure(.ioError, "\(path): it is unmounted, and its trace isn't whole: \(failure)")
        } catch Unmounting.Failure.notMounted {
            throw CommandFailure(.notMounted, "\(path): there is no mount of fpsim")
        } catch Unmounting.Failure.refused(let error) {
            throw CommandFailure(.notPermitted, "\(path): the mount can't be taken away: \(error)")
        }
    }
}
