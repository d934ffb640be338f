/// Everything that goes on in a mount, one by one: what `fpsim watch` shows.
package struct ViewRequest: ControlRequest {
    package static let operation = ControlOperation.view

    package struct Download: Codable, Hashable, Sendable {
        package var path: ControlPath
        package var received: Int64
        package var size: Int64
        /// The rule that stalls it at this moment.
        package var stalledBy: String?

        package init(path: ControlPath, received: Int64, size: Int64, stalledBy: String? = nil) {
            self.path = path
            self.received = received
            self.size = size
            self.stalledBy = stalledBy
        }
    }

    /// A call that waits for its answer.
    package struct Caller: Codable, Hashable, Sendable {
        package var operation: String
        package var path: ControlPath
        package var processIdentifier: Int32?
        package var process: String?
        /// The rule that holds it; absent where it waits for a download or for a provider that hangs.
        package var rule: String?
        package var milliseconds: Int

        package init(
            operation: String, path: ControlPath, processIdentifier: Int32?, process: String?, rule: String?,
            milliseconds: Int
        ) {
            self.operation = operation
            self.path = path
            self.processIdentifier = processIdentifier
            self.process = process
            self.rule = rule
            self.milliseconds = milliseconds
        }
    }

    package struct Scope: Codable, Hashable, Sendable {
        package var path: ControlPath
        package var processIdentifier: Int32
        package var process: String
        package var count: Int

        package init(path: ControlPath, processIdentifier: Int32, process: String, count: Int) {
            self.path = path
            self.processIdentifier = processIdentifier
            self.process = process
            self.count = count
        }
    }

    package struct Claim: Codable, Hashable, Sendable {
        package var path: ControlPath
        /// reading or writing.
        package var mode: String
        package var processIdentifier: Int32
        package var process: String
        package var isGranted: Bool

        package init(path: ControlPath, mode: String, processIdentifier: Int32, process: String, isGranted: Bool) {
            self.path = path
            self.mode = mode
            self.processIdentifier = processIdentifier
            self.process = process
            self.isGranted = isGranted
        }
    }

    package struct Response: Codable, Hashable, Sendable {
        package var status: StatusRequest.Response
        package var downloads: [Download]
        package var callers: [Caller]
        package var scopes: [Scope]
        package var claims: [Claim]

        package init(
            status: StatusRequest.Response, downloads: [Download], callers: [Caller], scopes: [Scope], claims: [Claim]
        ) {
            self.status = status
            self.downloads = downloads
            self.callers = callers
            self.scopes = scopes
            self.claims = claims
        }
    }

    package init() {}
}
