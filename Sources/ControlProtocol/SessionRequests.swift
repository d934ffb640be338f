/// The first message of a connection: who speaks, and to whom.
package struct HelloRequest: ControlRequest {
    package static let operation = ControlOperation.hello

    /// The name that the process goes by, for the trace; its identifier comes from the kernel.
    package var process: String?
    /// How long the process means to hold a claim at most, where it says so: longer is a finding.
    package var claimDeadlineMilliseconds: Int?

    package struct Response: Codable, Hashable, Sendable {
        package var version: Int
        package var mountpoint: String
        package var provider: String
        package var seed: UInt64
        /// Whether an open needs a grant.
        package var scopeRequired: Bool
        /// strict, lax or mac.
        package var profile: String

        package init(
            version: Int = controlVersion, mountpoint: String, provider: String, seed: UInt64, scopeRequired: Bool,
            profile: String
        ) {
            self.version = version
            self.mountpoint = mountpoint
            self.provider = provider
            self.seed = seed
            self.scopeRequired = scopeRequired
            self.profile = profile
        }
    }

    package init(process: String? = nil, claimDeadlineMilliseconds: Int? = nil) {
        self.process = process
        self.claimDeadlineMilliseconds = claimDeadlineMilliseconds
    }
}

/// The state of the mount: what `fpsim status` prints.
package struct StatusRequest: ControlRequest {
    package static let operation = ControlOperation.status

    package struct Rule: Codable, Hashable, Sendable {
        package var name: String
        package var fault: String
        package var isOptional: Bool
        /// Calls that the rule is about, whether its trigger let it fire or not.
        package var matched: Int
        package var fired: Int
        /// Requests that the rule holds at this moment.
        package var holding: Int

        package init(name: String, fault: String, isOptional: Bool, matched: Int, fired: Int, holding: Int) {
            self.name = name
            self.fault = fault
            self.isOptional = isOptional
            self.matched = matched
            self.fired = fired
            self.holding = holding
        }
    }

    package struct Response: Codable, Hashable, Sendable {
        package var mountpoint: String
        package var source: String
        package var provider: String
        package var about: String?
        package var seed: UInt64
        package var scopeRequired: Bool
        package var profile: String
        package var processIdentifier: Int32
        /// Seconds since 1970.
        package var startedAt: Double
        package var isOffline: Bool
        /// The first of them; `RulesRequest` tells of all.
        package var rules: [Rule]
        package var ruleCount: Int
        /// Items that the kernel or the provider knows by now.
        package var knownItems: Int
        package var datalessItems: Int
        package var runningDownloads: Int
        package var grants: Int
        package var heldClaims: Int
        package var waitingClaims: Int
        /// File system requests that wait for their answer.
        package var heldRequests: Int
        package var connections: Int
        package var findings: Int
        package var droppedTraceEvents: Int
        /// Why the trace ended before the mount: a full disk, say.
        package var traceFailure: String?
        /// Whether files that no rule watches are read and written by the kernel itself.
        package var passesThrough: Bool
        /// Descriptors that are served so: they stay native until they are closed.
        package var nativeFiles: Int

        package init(
            mountpoint: String, source: String, provider: String, about: String? = nil, seed: UInt64,
            scopeRequired: Bool, profile: String, processIdentifier: Int32, startedAt: Double, isOffline: Bool = false,
            rules: [Rule] = [], ruleCount: Int = 0, knownItems: Int = 0, datalessItems: Int = 0,
            runningDownloads: Int = 0, grants: Int = 0, heldClaims: Int = 0, waitingClaims: Int = 0,
            heldRequests: Int = 0, connections: Int = 0, findings: Int = 0, droppedTraceEvents: Int = 0,
            traceFailure: String? = nil, passesThrough: Bool = false, nativeFiles: Int = 0
        ) {
            self.mountpoint = mountpoint
            self.source = source
            self.provider = provider
            self.about = about
            self.seed = seed
            self.scopeRequired = scopeRequired
            self.profile = profile
            self.processIdentifier = processIdentifier
            self.startedAt = startedAt
            self.isOffline = isOffline
            self.rules = rules
            self.ruleCount = ruleCount
            self.knownItems = knownItems
            self.datalessItems = datalessItems
            self.runningDownloads = runningDownloads
            self.grants = grants
            self.heldClaims = heldClaims
            self.waitingClaims = waitingClaims
            self.heldRequests = heldRequests
            self.connections = connections
            self.findings = findings
            self.droppedTraceEvents = droppedTraceEvents
            self.traceFailure = traceFailure
            self.passesThrough = passesThrough
            self.nativeFiles = nativeFiles
        }
    }

    package init() {}
}

/// One item's identity and download state: what `URLResourceValues` tells on Apple's systems
/// (file-access-semantics d1, d2).
package struct ItemRequest: ControlRequest {
    package static let operation = ControlOperation.item

    package var path: ControlPath

    package enum Materialization: String, Codable, Hashable, Sendable {
        case dataless, materializing, materialized
        /// A local copy, and a newer version that hasn't been fetched.
        case outdated
    }

    package struct Response: Codable, Hashable, Sendable {
        package var identifier: String
        package var path: ControlPath
        package var version: String
        package var materialization: Materialization
        package var size: UInt64
        package var isDownloadRequested: Bool
        /// The error of the last download that failed.
        package var downloadingError: ControlFailure?

        package init(
            identifier: String, path: ControlPath, version: String, materialization: Materialization, size: UInt64,
            isDownloadRequested: Bool = false, downloadingError: ControlFailure? = nil
        ) {
            self.identifier = identifier
            self.path = path
            self.version = version
            self.materialization = materialization
            self.size = size
            self.isDownloadRequested = isDownloadRequested
            self.downloadingError = downloadingError
        }
    }

    package init(path: ControlPath) {
        self.path = path
    }
}

/// From now on every trace event comes as an event of this connection.
package struct WatchRequest: ControlRequest {
    package static let operation = ControlOperation.watch
    package typealias Response = ControlDone
    package init() {}
}

/// Everything that happened up to now is in the trace file when the answer comes.
package struct FlushRequest: ControlRequest {
    package static let operation = ControlOperation.flush
    package typealias Response = ControlDone
    package init() {}
}

/// Unmounts and ends the provider; answered before it goes.
package struct UnmountRequest: ControlRequest {
    package static let operation = ControlOperation.unmount
    package typealias Response = ControlDone
    package init() {}
}
