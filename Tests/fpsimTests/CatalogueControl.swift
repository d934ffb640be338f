/// An importer that fails a config of the catalogue, by the mistake that the config is about.
struct CatalogueControl: Sendable, CustomStringConvertible {
    let config: String
    /// A file of `Tests/DefectiveImporters`.
    let importer: String

    init(_ config: String, fails importer: String) {
        self.config = config
        self.importer = importer
    }

    var description: String { "\(importer) on \(config)" }

    static let all = [
        CatalogueControl("app/container-moves", fails: "lists_absolute_paths.py"),
        CatalogueControl("app/inbox-is-purged", fails: "stores_the_external_path.py"),
        CatalogueControl("app/picked-twice", fails: "merges_equal_documents.py"),
        CatalogueControl("app/temporary-copy", fails: "insists_on_a_scope.py"),
        CatalogueControl("claims/cancelled-while-waiting", fails: "adds_the_cancelled.py"),
        CatalogueControl("claims/messages-lost", fails: "waits_for_its_presenter.py"),
        CatalogueControl("claims/snapshot-fails", fails: "coordinates_for_uploading.py"),
        CatalogueControl("content/empty-files", fails: "validates_by_extension.sh"),
        CatalogueControl("content/large-and-slow", fails: "has_no_patience.py"),
        CatalogueControl("content/no-document-among-others", fails: "validates_by_extension.sh"),
        CatalogueControl("download/dataless-and-slow", fails: "has_no_patience.py"),
        CatalogueControl("download/edeadlk-without-coordination", fails: "reads_without_coordination.sh"),
        CatalogueControl("download/folder-of-dataless-documents", fails: "refuses_what_is_dataless.py"),
        CatalogueControl("download/placeholder-stub", fails: "believes_the_listing.py"),
        CatalogueControl("download/reads-empty-without-coordination", fails: "reads_without_coordination.sh"),
        CatalogueControl("download/size-short-until-here", fails: "looks_too_early.py"),
        CatalogueControl("download/size-zero-until-here", fails: "looks_too_early.py"),
        CatalogueControl("listing/edeadlk-folder", fails: "believes_the_listing.py"),
        CatalogueControl("listing/item-vanishes-for-a-while", fails: "believes_the_listing.py"),
        CatalogueControl("listing/phantom-and-double", fails: "believes_the_listing.py"),
        CatalogueControl("listing/slow-pages", fails: "believes_the_listing.py"),
        CatalogueControl("metadata/inode-differs-until-here", fails: "looks_too_early.py"),
        CatalogueControl("listing/nothing-is-listed", fails: "believes_the_listing.py"),
        CatalogueControl("metadata/one-date-for-all", fails: "looks_too_early.py"),
        CatalogueControl("provider/write-protected-after-removal", fails: "stamps_the_original.py"),
        CatalogueControl("metadata/package-is-a-folder", fails: "keeps_what_it_could_not_read.py"),
        CatalogueControl("names/as-long-as-a-name-can-be", fails: "stages_under_a_longer_name.py"),
        CatalogueControl("names/composed-and-decomposed", fails: "normalizes_names.py"),
        CatalogueControl("names/same-name", fails: "copies_to_the_display_name.sh"),
        CatalogueControl("names/special-characters", fails: "takes_the_url_for_a_path.py"),
        CatalogueControl("provider/power-cut", fails: "stamps_the_original.py"),
        CatalogueControl("provider/upload-quota", fails: "stamps_the_original.py"),
        CatalogueControl("scope/bookmark-goes-to-the-trash", fails: "remembers_the_path.py"),
        CatalogueControl("scope/bookmark-is-stale", fails: "calls_a_stale_bookmark_lost.py"),
        CatalogueControl("scope/few-grants", fails: "starts_the_scope_twice.py"),
        CatalogueControl("scope/looks-fine-opens-not", fails: "keeps_what_it_could_not_read.py"),
        CatalogueControl("scope/needs-scope", fails: "starts_no_scope.py"),
        CatalogueControl("scope/provider-unknown-at-resolve", fails: "remembers_the_path.py"),
        CatalogueControl("scope/scope-missing", fails: "keeps_what_it_could_not_read.py"),
        CatalogueControl("scope/strict-since-the-update", fails: "keeps_what_it_could_not_read.py"),
        CatalogueControl("versions/conflict-copy", fails: "stamps_the_original.py"),
        CatalogueControl("versions/reverts-after-writing", fails: "stamps_the_original.py"),
    ]
}
