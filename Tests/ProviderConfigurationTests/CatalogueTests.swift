import FaultInjection
import ProviderConfiguration
import ProviderModel
import SystemIO
import Testing

@Suite struct CatalogueTests {
    /// The catalogue of this package, wherever it was cloned to.
    private static let folder =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/provider-configs"
    private static let listing = (try? ConfigurationCatalogue(folder: folder)).map {
        CatalogueListing($0, loader: PlanLoader())
    }

    @Test func `Every config of the catalogue is right, and there are as many as the reports need`() throws {
        let listing = try #require(CatalogueTests.listing)
        #expect(listing.problems.map(\.description) == [])
        #expect(listing.rows.count >= 60)
    }

    @Test
    func `Every config says what it does, which reports it is for, and what a right importer makes of each document`()
        throws
    {
        for row in try #require(CatalogueTests.listing).rows {
            #expect(row.plan.about?.hasSuffix(".") == true, "\(row.name)")
            #expect(!row.plan.reported.isEmpty, "\(row.name)")
            #expect(!row.plan.expectations.isEmpty, "\(row.name)")
            #expect(row.name.split(separator: "/").count == 2, "\(row.name)")
        }
    }

    @Test func `Short names find one config each`() throws {
        let catalogue = try ConfigurationCatalogue(folder: CatalogueTests.folder)
        for entry in catalogue.entries {
            #expect(catalogue.entry(named: entry.shortName) == .found(entry))
            #expect(catalogue.entry(named: entry.name + ".yaml") == .found(entry))
        }
        #expect(catalogue.entry(named: "stals-for-ever") == .unknown(nearest: "stalls-for-ever"))
    }

    @Test func `A config ends in yaml or yml, and nothing else of a folder is one`() throws {
        #expect(ConfigurationFileName.stem(of: "moves/trashed.yaml") == "moves/trashed")
        #expect(ConfigurationFileName.stem(of: "mine.yml") == "mine")
        for name in ["README.md", "yaml", "mine.yaml.orig", "mine.yamls"] {
            #expect(ConfigurationFileName.stem(of: name) == nil, "\(name)")
        }
        let catalogue = try ConfigurationCatalogue(folder: CatalogueTests.folder)
        #expect(catalogue.entry(named: "trashed.yml") == catalogue.entry(named: "trashed.yaml"))
    }

    @Test func `The index of reports is the catalogue's`() throws {
        let index = try #require(CatalogueTests.listing).index
        let written = try String(
            decoding: RegularFile.content(ofPath: CatalogueTests.folder + "/README.md", limit: 1 << 20), as: UTF8.self)
        #expect(written.hasSuffix(index), "write it again: fpsim configs --index")
    }

    @Test func `Every fault is in the catalogue or too destructive for a reader's trial`() throws {
        let used = Set(try #require(CatalogueTests.listing).rows.flatMap { $0.plan.rules.map(\.fault.kind) })
        let unused = Fault.Kind.allCases.filter { !used.contains($0) }
        #expect(
            Set(unused).isSubset(of: [
                .tear, .stale, .reportVersion, .reportType, .reportMode, .shortWrite, .loseWrites,
                .throttle, .deny,
            ]))
    }

    @Test func `A search finds providers, reports and faults, and says nothing of others`() throws {
        let listing = try #require(CatalogueTests.listing)
        #expect(
            listing.matching("onedrive").allSatisfy {
                $0.plan.provider == "OneDrive" || $0.plan.about?.contains("OneDrive") == true
            })
        #expect(listing.matching("KeePassium/issues/332").contains { $0.name == "download/stalls-for-ever" })
        #expect(listing.matching("hold-claim").contains { $0.name == "claims/presenter-never-answers" })
        #expect(listing.matching("xyzzy").isEmpty)
    }

    @Test func `The reference has the table of faults`() throws {
        let text = try String(
            decoding: RegularFile.content(ofPath: CatalogueTests.folder + "/REFERENCE.md", limit: 1 << 20),
            as: UTF8.self)
        #expect(text.contains("\n" + FaultListing.markdown + "\n"), "copy in what fpsim faults --markdown prints")
    }

    @Test func `The example of the reference is right`() throws {
        let text = try String(
            decoding: RegularFile.content(ofPath: CatalogueTests.folder + "/REFERENCE.md", limit: 1 << 20),
            as: UTF8.self)
        let example = try #require(text.split(separator: "```yaml\n").dropFirst().first?.split(separator: "```").first)
        #expect(PlanLoader().load([("example", Array(example.utf8))]).problems.isEmpty)
    }
}
