/// An error as it crosses the control socket: the domain and code that an app would see, with the POSIX error
/// beneath by its symbol (the numbers differ between systems) and the rule that injected it, if one did.
package struct ControlFailure: Error, Codable, Hashable, Sendable {
    package var domain: String
    package var code: Int
    /// `EPERM`, for instance.
    package var errno: String?
    package var message: String
    /// The rule of the provider-config whose fault this is.
    package var rule: String?

    package init(domain: String, code: Int, errno: String? = nil, message: String, rule: String? = nil) {
        self.domain = domain
        self.code = code
        self.errno = errno
        self.message = message
        self.rule = rule
    }

    package static let cocoaDomain = "NSCocoaErrorDomain"
    package static let posixDomain = "NSPOSIXErrorDomain"
    package static let fileProviderDomain = "NSFileProviderErrorDomain"
    /// What is wrong with the message itself; codes are those of `ProtocolCode`.
    package static let protocolDomain = "fpsim"

    package enum ProtocolCode: Int, Sendable {
        case malformed = 1
        case unknownOperation = 2
        case incompatibleVersion = 3
        case notAllowed = 4
        case noSuchItem = 5
        case noSuchRule = 6
        case timedOut = 7
        case badRules = 8
        case unsupported = 9
        case noSuchClaim = 10
        case ending = 11
    }

    /// An error of the conversation, not of a file.
    package static func conversation(_ code: ProtocolCode, _ message: String) -> ControlFailure {
        ControlFailure(domain: protocolDomain, code: code.rawValue, message: message)
    }

    /// NSUserCancelledError: what a cancelled coordination gives (file-access-semantics b15).
    package static func cancelled(_ message: String = "The request was cancelled.") -> ControlFailure {
        ControlFailure(domain: cocoaDomain, code: 3072, errno: "ECANCELED", message: message)
    }

    package var protocolCode: ProtocolCode? {
        domain == Self.protocolDomain ? ProtocolCode(rawValue: code) : nil
    }
}

extension ControlFailure: CustomStringConvertible {
    package var description: String {
        let cause = errno.map { " (\($0))" } ?? ""
        let origin = rule.map { " [rule: \($0)]" } ?? ""
        return "\(message)\(cause)\(origin)"
    }
}
