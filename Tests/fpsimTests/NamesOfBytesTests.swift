import Foundation
import ProviderTesting
import SystemIO
import Testing

/// A name need not be UTF-8: every command that takes an item takes it by its bytes.
@Suite struct NamesOfBytesTests {
    private let provider: MountedProvider
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        provider = try MountedProvider(yaml: "provider: P\nscope: none", documents: ["a.txt": Data("a".utf8)])
        #expect(try shell(#"printf latin >"$L" && mkdir "$M/d$E""#).exit == .exited(0))
    }

    /// `$L` is a document whose name ends in a Latin-1 é, `$E` that letter, `$M` the mount.
    private func shell(_ script: String) throws -> CapturedRun {
        var options = ChildProcess.Options()
        options.environment = SystemUser.environment.merging([
            "FPSIM": try ProgramLocation.find(), "M": provider.url.path, "LIBRARY": folder.path + "/library",
            "TMPDIR": folder.path,
        ]) { $1 }
        return try CapturedRun(
            path: "/bin/sh", arguments: ["-c", #"E=$(printf '\351'); L="$M/caf$E"; "# + script], options: options,
            until: .now + .seconds(30))
    }

    @Test(arguments: [
        #""$FPSIM" evict "$L" && "$FPSIM" materialize --wait "$L" && cat "$L" && "$FPSIM" revoke "$L""#,
        #""$FPSIM" move "$L" "d$E/t$E" && cat "$M/d$E/t$E""#,
        #""$FPSIM" move "$L" "new$E/" && cat "$M/new$E/caf$E""#,
        #""$FPSIM" replace "$L" --with older && cat "$L""#,
        #""$FPSIM" trash "$L" && cat "$M/.Trash/caf$E""#,
        #""$FPSIM" delete "$L" && ! test -e "$L""#,
        #""$FPSIM" wait "$M" materialized --path "caf$E" --timeout 5s"#,
        #""$FPSIM" with-access "$L" -- sh -c 'cat "$FPSIM_ITEM"; test "$0" = "$(printf "caf\351")"' "caf$E""#,
        #""$FPSIM" with-access "$("$FPSIM" pick "$L")" -- sh -c 'cat "$FPSIM_ITEM"'"#,
        #"case $("$FPSIM" pick --as-copy "$L") in */caf%E9) ;; *) false ;; esac && cat "$TMPDIR"/*Inbox*/"caf$E""#,
        #""$FPSIM" import --library "$LIBRARY" "$L""#,
        #""$FPSIM" import --reference --library "$LIBRARY" "$L""#,
        #""$FPSIM" status "$L""#,
    ])
    func `an item is named by its bytes`(script: String) throws {
        let run = try shell(script)
        #expect(run.exit == .exited(0), "\(run.output.text)\(run.error.text)")
        if script.contains("cat ") { #expect(run.output.text.contains("latin"), "\(run.output.text)") }
    }

    @Test func `the protocol keeps the bytes, so that two names which look alike are two`() throws {
        let run = try shell(#"printf other >"$M/caf$(printf '\350')" && "$FPSIM" delete "$L" && ls "$M" | od -c"#)
        #expect(run.exit == .exited(0))
        #expect(run.output.text.contains("350"))
        #expect(try shell(#"test -e "$L""#).exit == .exited(1))
    }
}
