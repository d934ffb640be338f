/// What tells a provider-config from other files of a folder.
package enum ConfigurationFileName {
    private static let endings = [".yaml", ".yml"]

    /// The name, or path, without its ending; nil where it is no provider-config's.
    package static func stem(of name: String) -> String? {
        endings.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) }
    }
}
