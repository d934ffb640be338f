// swift-tools-version: 6.2
import PackageDescription

// The arrows between modules. A module may import only what its row names: scripts/test builds with
// `--explicit-target-dependency-import-check error`, so a missing row is a compile error.
//
// The provider side and the importer side never import each other; they meet at the kernel mount and at the
// control socket. What both may use: SystemIO, ControlProtocol, AccessClaims, Trace.

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A release program needs no Swift where it runs and starts in half the time. The libraries are those that
/// the static Foundation needs and that a plain `-static-stdlib` does not add at the link step.
let staticRelease: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections", "-lCoreFoundation",
            "-l_FoundationICU", "-lswiftSynchronization", "-lFoundationInternationalization",
        ],
        .when(platforms: [.linux], configuration: .release))
]

/// A release carries what it links but libc and libm: to load and to relocate ten libraries takes as long as all else
/// that a start does. Swift links by itself what a module map or its own runtime names; under `Sources/StaticLibraries`
/// these names lead nowhere, and the archives come instead. Nothing of a program is for others to link to.
func archives(_ names: [String]) -> [LinkerSetting] {
    [
        .unsafeFlags(
            ["-L", "\(Context.packageDirectory)/Sources/StaticLibraries", "-Xlinker", "--no-export-dynamic"]
                + (names + ["stdc++"]).flatMap { ["-Xlinker", "-l:lib\($0).a"] }
                + ["-Xclang-linker", "-static-libgcc"],
            .when(platforms: [.linux], configuration: .release))
    ]
}

/// Where the program stands in memory is fixed: the hundred thousand addresses in Swift's tables needn't be written at each
/// start, which is most of what a start costs, and a soak starts dozens of programs a second. Documents are parsed in
/// `fpsim-validator`, which stands where chance puts it.
let fixedPlace: [LinkerSetting] = [
    .unsafeFlags(["-Xclang-linker", "-no-pie"], .when(platforms: [.linux], configuration: .release))
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies, swiftSettings: strict)
}

func systemLibrary(_ name: String, _ package: String) -> Target {
    .systemLibrary(name: name, providers: [.apt([package])])
}

let package = Package(
    name: "fpsim",
    products: [
        .executable(name: "fpsim", targets: ["fpsim"]),
        .executable(name: "fpsim-validator", targets: ["fpsim-validator"]),
        .library(name: "FileCoordination", targets: ["FileCoordination"]),
        .library(name: "Importer", targets: ["Importer", "ImportCore"]),
        .library(name: "ProviderTesting", targets: ["ProviderTesting"]),
    ],
    targets: [
        // C, seen from Swift
        systemLibrary("CLinux", "libc6-dev"),
        systemLibrary("CFuse3", "libfuse3-dev"),
        systemLibrary("CSQLite", "libsqlite3-dev"),
        systemLibrary("CQPDF", "libqpdf-dev"),
        systemLibrary("CPNG", "libpng-dev"),
        systemLibrary("CTurboJPEG", "libturbojpeg0-dev"),
        systemLibrary("CHEIF", "libheif-dev"),
        systemLibrary("CZip", "libzip-dev"),
        systemLibrary("CExpat", "libexpat1-dev"),
        systemLibrary("CFyaml", "libfyaml-dev"),
        systemLibrary("CPopt", "libpopt-dev"),
        systemLibrary("CCrypto", "libssl-dev"),
        .target(name: "CSendfile"),

        // Both sides
        module("SystemIO", ["CLinux"]),
        module("Trace", ["SystemIO"]),
        module("Spelling"),
        module("AccessClaims"),
        module("ControlProtocol", ["SystemIO", "AccessClaims"]),

        // Provider side
        module("FUSE", ["CFuse3", "SystemIO"]),
        module("ProviderModel", ["SystemIO", "AccessClaims"]),
        module("FaultInjection", ["SystemIO", "ProviderModel"]),
        module("ProviderConfiguration", ["CFyaml", "SystemIO", "Spelling", "ProviderModel", "FaultInjection"]),
        module("ProviderSource", ["SystemIO"]),
        module(
            "ProviderServer",
            [
                "FUSE", "SystemIO", "Trace", "AccessClaims", "ControlProtocol", "ProviderModel", "FaultInjection",
                "ProviderConfiguration", "ProviderSource", "CCrypto",
            ]),

        // Importer side
        module("FileCoordination", ["SystemIO", "AccessClaims", "ControlProtocol", "CSendfile"]),
        module("ImportCore", ["SystemIO"]),
        module("Importer", ["ImportCore", "FileCoordination", "ControlProtocol", "SystemIO", "CSQLite", "CCrypto"]),
        .executableTarget(
            name: "fpsim-validator",
            dependencies: ["CQPDF", "CPNG", "CTurboJPEG", "CHEIF", "CZip", "CExpat", "ImportCore", "SystemIO"],
            swiftSettings: strict,
            linkerSettings: staticRelease + archives(["qpdf", "turbojpeg", "png16", "z"]) + [
                // What libheif is to find here: see `DecoderThreads.swift`.
                .unsafeFlags(
                    ["-Xlinker", "--export-dynamic-symbol=de265_start_worker_threads"], .when(platforms: [.linux])),
                .unsafeFlags(
                    ["-Xlinker", "-l:libgnutls.so.30"], .when(platforms: [.linux], configuration: .release)),
            ]),
        module("ProviderTesting", ["SystemIO", "Trace", "ControlProtocol", "FileCoordination"]),

        // Judges
        module(
            "Trials",
            [
                "SystemIO", "Trace", "ControlProtocol", "ProviderModel", "FaultInjection", "ProviderConfiguration",
                "Reporting", "CCrypto",
            ]),
        module(
            "Soak",
            [
                "SystemIO", "Trace", "ControlProtocol", "ProviderModel", "FaultInjection", "ProviderConfiguration",
                "Trials", "Reporting",
            ]),
        module("Reporting", ["Trace"]),

        // The program
        module("Arguments", ["CPopt", "Spelling"]),
        .executableTarget(
            name: "fpsim",
            dependencies: [
                "Arguments", "SystemIO", "Trace", "AccessClaims", "ControlProtocol", "ProviderModel", "FaultInjection",
                "ProviderConfiguration", "ProviderSource", "ProviderServer", "FileCoordination", "ImportCore",
                "Importer", "Trials", "Soak", "Reporting",
            ],
            swiftSettings: strict,
            linkerSettings: staticRelease + archives(["crypto", "sqlite3", "fuse3", "fyaml", "popt"]) + fixedPlace),

        // What any file system is held to: a table of calls, random operations, real programs
        .target(
            name: "Conformance", dependencies: ["SystemIO", "CLinux"], path: "Tests/Conformance",
            swiftSettings: strict),
        .executableTarget(
            name: "fpsim-workload", dependencies: ["Arguments", "Conformance", "FileCoordination", "SystemIO"],
            path: "Tests/Workload", swiftSettings: strict),

        // A whole importer in Swift, and with one defect each: what judges are tested with
        .executableTarget(
            name: "example-importer", dependencies: ["FileCoordination"], path: "Tests/DefectiveImporters/Swift",
            swiftSettings: strict),

        // Tests
        tests("SystemIO", ["SystemIO", "CLinux"]),
        tests("Trace", ["Conformance", "Trace", "SystemIO"]),
        tests("AccessClaims", ["AccessClaims"]),
        tests("ControlProtocol", ["ControlProtocol", "SystemIO", "AccessClaims"]),
        tests("FUSE", ["FUSE", "SystemIO"]),
        tests("ProviderModel", ["ProviderModel", "SystemIO", "AccessClaims"]),
        tests("FaultInjection", ["FaultInjection", "ProviderModel", "SystemIO"]),
        tests("ProviderConfiguration", ["ProviderConfiguration", "FaultInjection", "ProviderModel", "SystemIO"]),
        tests("ProviderSource", ["ProviderSource", "SystemIO"]),
        tests(
            "ProviderServer",
            [
                "ProviderServer", "ProviderTesting", "FileCoordination", "ControlProtocol", "Trace", "SystemIO",
                "FaultInjection",
                "ProviderModel", "ProviderConfiguration",
            ]),
        tests(
            "FileCoordination", ["FileCoordination", "ProviderTesting", "ControlProtocol", "AccessClaims", "SystemIO"]),
        tests("ImportCore", ["ImportCore", "SystemIO"]),
        tests(
            "Importer",
            [
                "Importer", "ImportCore", "FileCoordination", "ProviderTesting", "SystemIO", "CSQLite", "CQPDF", "CPNG",
                "CTurboJPEG", "CZip",
            ]),
        tests("ProviderTesting", ["ProviderTesting", "FileCoordination", "Trace", "SystemIO"]),
        tests(
            "Trials",
            ["Trials", "Reporting", "ProviderConfiguration", "FaultInjection", "ProviderModel", "Trace", "SystemIO"]),
        tests(
            "Soak", ["Soak", "Trials", "Reporting", "ProviderConfiguration", "ProviderTesting", "Trace", "SystemIO"]),
        tests("Reporting", ["Conformance", "Reporting", "Trace", "SystemIO"]),
        tests("Spelling", ["Spelling"]),
        tests("Arguments", ["Arguments", "SystemIO"]),
        tests("fpsim", ["ProviderConfiguration", "ProviderTesting", "SystemIO"]),
        tests("Conformance", ["Conformance", "ProviderTesting", "SystemIO"]),
    ],
    swiftLanguageModes: [.v6]
)
