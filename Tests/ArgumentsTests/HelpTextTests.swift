import Arguments
import Testing

@Suite struct HelpTextTests {
    @Test func `a command's help has usage, arguments, options and examples`() {
        #expect(
            HelpText.text(for: SampleProgram.mount, path: ["sample", "mount"]) == """
                sample mount: mount a provider

                Usage: sample mount [--config FILE]… [--seed N] [--bound TIME] [--mode MODE]
                       [--json] SOURCE MOUNTPOINT

                The mount is real.

                Arguments:
                  SOURCE      The tree beneath.
                  MOUNTPOINT  Where.

                Options:
                  -c, --config FILE  A file.
                  --seed N           The seed.
                  --bound TIME       The bound.
                  --mode MODE        How.
                  -j, --json         Print JSON.
                  -h, --help         Print this help.

                Examples:
                  sample mount docs mnt
                      mount it

                """)
    }

    @Test func `a group's help lists its commands`() {
        let text = HelpText.text(for: SampleProgram.root, path: ["sample"])
        #expect(text.contains("Usage: sample COMMAND …"))
        #expect(text.contains("  with-access  run a command\n"))
    }
}
