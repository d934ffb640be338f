import Foundation
import ProviderTesting
import SystemIO
import Testing

/// Source and mountpoint are folders like others: their names are bytes, of no encoding.
@Suite struct MountsOfBytesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// `$S` and `$M` are folders whose names end in a Latin-1 é; what is mounted is taken away again.
    private func shell(_ script: String) throws -> CapturedRun {
        var options = ChildProcess.Options()
        options.environment = SystemUser.environment.merging([
            "FPSIM": try ProgramLocation.find(), "D": folder.path, "TMPDIR": folder.path,
        ]) { $1 }
        let before = #"""
            E=$(printf '\351'); S="$D/so urce$E"; M="$D/mo\unt$E"; mkdir "$S" "$M"; printf latin >"$S/caf$E"
            trap '"$FPSIM" unmount "$M" 2>/dev/null || :' EXIT
            set -e

            """#
        return try CapturedRun(
            path: "/bin/sh", arguments: ["-c", before + script], options: options, until: .now + .seconds(30))
    }

    private static let mount = #""$FPSIM" mount "$S" "$M"; "#

    @Test(arguments: [
        mount + #"cat "$M/caf$E"; cd "$M"; "$FPSIM" status .; "$FPSIM" unmount "$M/caf$E"; cd /; ! test -e "$M/caf$E""#,
        mount + #"U=$("$FPSIM" pick "$M/caf$E"); "$FPSIM" with-access "$U" -- sh -c 'cat "$FPSIM_ITEM"'"#,
        mount + #""$FPSIM" rules "$M"; "$FPSIM" evict "$M/caf$E"; cat "$M/caf$E""#,
        mount + #""$FPSIM" import --library "$D/library" "$M/caf$E"; echo latin"#,
        mount + #"! "$FPSIM" mount "$S" "$M" 2>&1 | grep -q 'mounted there already' && exit 9; cat "$M/caf$E""#,
        #"echo "[{\"percent\": \"${D}/so%20urce%E9\"}, {\"percent\": \"${D}/mo%5Cunt%E9\"}]" >"$D/line"; "#
            + #"mkfifo "$D/in" "$D/out"; "$FPSIM" serve <"$D/in" >"$D/out" & exec 7>"$D/in" 8<"$D/out"; "#
            + #"cat "$D/line" >&7; read -r said <&8; test "$said" = ready; cat "$M/caf$E"; "$FPSIM" unmount "$M"; "#
            + #"read -r said <&8; test "$said" = ended; exec 7>&-; wait"#,
    ]) func `a mount is found by its bytes, and taken away`(script: String) throws {
        let run = try shell(script)
        #expect(run.exit == .exited(0), "\(run.output.text)\(run.error.text)")
        #expect(run.output.text.contains("latin"), "\(run.output.text)\(run.error.text)")
        #expect(try !folder.holdsMount())
    }

    @Test func `a dead one is known by its bytes, and cleared`() throws {
        let run = try shell(
            #"mkfifo "$D/ready"; "$FPSIM" mount "$S" "$M" --foreground >"$D/ready" & P=$!; "#
                + #"read -r line <"$D/ready"; kill -9 $P; wait $P || :; "#
                + #""$FPSIM" status "$M" && exit 9; test $? = 10; "$FPSIM" unmount "$M""#)
        #expect(run.exit == .exited(0), "\(run.output.text)\(run.error.text)")
        #expect(try !folder.holdsMount())
    }

    @Test func `changes are kept in a folder of bytes`() throws {
        guard SystemUser.isRoot else { return }
        let run = try shell(
            #"C="$D/changes$E"; "$FPSIM" mount "$S" "$M" --overlay "$C"; printf new >"$M/new$E"; "#
                + #""$FPSIM" unmount "$M"; cat "$C/upper/new$E"; test ! -e "$S/new$E""#)
        #expect(run.exit == .exited(0), "\(run.output.text)\(run.error.text)")
        #expect(run.output.text.contains("new"))
    }
}
