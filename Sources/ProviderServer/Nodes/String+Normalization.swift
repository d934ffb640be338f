import Foundation

extension String {
    /// NFC.
    var composed: String { precomposedStringWithCanonicalMapping }
    /// NFD.
    var decomposed: String { decomposedStringWithCanonicalMapping }
}
