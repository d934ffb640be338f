import ImportCore

/// A package: a folder that Apple's systems show as one document, or as one program. What is in it are its parts, and
/// no documents of their own.
public enum DocumentPackage {
    private static let extensions: Set<String> = [
        // Documents.
        "rtfd", "pages", "numbers", "key", "kth", "nmbtemplate", "graffle", "gstencil", "oo3", "ooutline", "otemplate",
        "scriv", "textbundle", "epub", "ibooks", "iba", "band", "logicx", "dvdproj", "docset", "mlpackage", "rcproject",
        // Collections.
        "photoslibrary", "photolibrary", "aplibrary", "migratedphotolibrary", "musiclibrary", "tvlibrary",
        "imovielibrary", "imovieproject", "fcpbundle", "fcpxmld", "theater", "sparsebundle", "vmwarevm", "pvm", "utm",
        // Projects.
        "xcodeproj", "xcworkspace", "xcdatamodel", "xcdatamodeld", "playground", "playgroundbook", "xcarchive",
        "xcresult", "nib",
        // Programs and their parts.
        "app", "appex", "bundle", "framework", "kext", "plugin", "prefpane", "qlgenerator", "mdimporter", "saver",
        "wdgt", "workflow", "xpc", "pkg", "mpkg", "dsym",
    ]

    /// Whether a folder of that path is one, by its name, as Apple's systems tell it.
    public static func isNamed(by path: [UInt8]) -> Bool {
        DisplayName(pathBytes: path).claimedExtension.map(extensions.contains) ?? false
    }
}
