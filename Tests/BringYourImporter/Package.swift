// swift-tools-version: 6.2
import PackageDescription

// An iOS team's importers, built on Linux to be run against fpsim's providers. A package of its own, as yours is: it
// names fpsim by path here, and by URL elsewhere.
let package = Package(
    name: "BringYourImporter",
    dependencies: [.package(name: "fpsim", path: "../..")],
    targets: [
        // Way 1: each file says `import FileCoordination` where it said `import Foundation`.
        .target(name: "Receipts", dependencies: [.product(name: "FileCoordination", package: "fpsim")]),
        // Way 2: no file changes; one is added, FileAccess.swift, which re-exports the module to the whole target.
        .target(name: "Scans", dependencies: [.product(name: "FileCoordination", package: "fpsim")]),
        // Way 3, for sources that must not be touched at all:
        // swiftSettings: [.unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "FileCoordination"])]

        // What fpsim calls: import, list and recover around each.
        .executableTarget(name: "receipts-importer", dependencies: ["Receipts"]),
        .executableTarget(name: "scans-importer", dependencies: ["Scans"]),

        // fpsim's own importer as a library, for who needs a correct one.
        .executableTarget(
            name: "library-importer",
            dependencies: [
                .product(name: "Importer", package: "fpsim"), .product(name: "FileCoordination", package: "fpsim"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
