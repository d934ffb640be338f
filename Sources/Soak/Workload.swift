/// What a soak's trials are made of.
package enum Workload: String, Codable, CaseIterable, Sendable {
    /// All that there is.
    case everything
    /// One import of a whole document with nothing in its way, and a relaunch: what a trial costs at the least.
    case plain
    /// All but deaths: no kill of importer or provider, and no power cut.
    case calm
    /// At least one death in each.
    case deaths
}
