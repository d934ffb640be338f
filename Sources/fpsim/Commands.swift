import Arguments

/// The program as a value. A new command is a file `<Name>Command.swift` with a
/// `static let command: Command = .init(…)`, and a row here.
enum Commands {
    static let root: Command = .init(
        name: "fpsim",
        abstract: "a file provider that misbehaves on purpose, and an importer proven against it",
        discussion: """
            fpsim mounts a fake provider of documents with FUSE. A provider-config says how it misbehaves. Importers \
            meet it under real I/O, and are judged by what the provider saw, what their library holds and what they \
            list.
            """,
        subcommands: mount + provider + access + importing + judging + program)

    /// Mounts and what can be asked of them.
    private static let mount: [Command] =
        [
            MountCommand.command,
            ServeCommand.command,
            UnmountCommand.command,
            StatusCommand.command,
            WatchCommand.command,
            TraceCommand.command,
            ReplayCommand.command,
        ] + ItemCommands.all + RuleCommands.all

    /// Provider-configs and the faults that they can name.
    private static let provider: [Command] = [
        CheckCommand.command,
        FaultsCommand.command,
        ConfigsCommand.command,
    ]

    /// What an app does: pick, access, import.
    private static let access: [Command] = [
        PickCommand.command,
        WithAccessCommand.command,
        FindingsCommand.command,
    ]

    /// Our importer and its library.
    private static let importing: [Command] = [
        ImportCommand.command,
        ListCommand.command,
        VerifyCommand.command,
        RecoverCommand.command,
        RelinkCommand.command,
        ShowCommand.command,
        OpenCommand.command,
        ExportCommand.command,
        RemoveCommand.command,
        BackupCommand.command,
        ImporterCommand.command,
    ]

    /// Trials of any importer.
    private static let judging: [Command] = [
        TrialCommand.command,
        MatrixCommand.command,
        SweepCommand.command,
        SoakCommand.command,
        ReproCommand.command,
        MergeCommand.command,
        ImporterCheckCommand.command,
    ]

    /// The program itself.
    private static let program: [Command] = [
        CompletionCommand.command,
        ManualPageCommand.command,
        VersionCommand.command,
    ]
}
