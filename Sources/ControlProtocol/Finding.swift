/// A use of file access that works by luck, or not at all on a device: the provider sees more than an app can.
package struct Finding: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
        /// An open without a grant.
        case readOutsideScope = "read-outside-scope"
        /// An open without a claim.
        case readOutsideCoordination = "read-outside-coordination"
        /// The picked URL was opened where the accessor was given another.
        case originalURLUsed = "original-url-used"
        case stopWithoutStart = "stop-without-start"
        /// The process ended, or let its connection go, with a start open.
        case startNeverStopped = "start-never-stopped"
        /// A call blocked the main thread for over 250 ms.
        case mainThreadBlocked = "main-thread-blocked"
        /// A claim was held for longer than the caller's own deadline, or than 30 s.
        case claimPastDeadline = "claim-past-deadline"
        /// A start on a URL that was rebuilt from its path.
        case rebuiltPath = "rebuilt-path"
        /// Claims that waited for each other.
        case deadlock
    }

    package var kind: Kind
    package var path: ControlPath
    package var processIdentifier: Int32
    package var process: String
    /// Nanoseconds since the mount.
    package var time: UInt64
    package var detail: String?

    package init(
        kind: Kind, path: ControlPath, processIdentifier: Int32, process: String, time: UInt64, detail: String? = nil
    ) {
        self.kind = kind
        self.path = path
        self.processIdentifier = processIdentifier
        self.process = process
        self.time = time
        self.detail = detail
    }
}

/// What only the library in the process can see, such as a blocked main thread.
package struct ReportFindingRequest: ControlRequest {
    package static let operation = ControlOperation.reportFinding
    package typealias Response = ControlDone

    package var kind: Finding.Kind
    package var path: ControlPath
    package var detail: String?

    package init(kind: Finding.Kind, path: ControlPath, detail: String? = nil) {
        self.kind = kind
        self.path = path
        self.detail = detail
    }
}

/// The findings in the order of time, a thousand at most: a message has a limit, and a crowd of processes none.
package struct FindingsRequest: ControlRequest {
    package static let operation = ControlOperation.findings
    package static let most = 1000

    /// How many to leave out, from the first; none where it is absent.
    package var from: Int?

    package struct Response: Codable, Hashable, Sendable {
        package var findings: [Finding]

        package init(findings: [Finding]) {
            self.findings = findings
        }
    }

    package init(from: Int? = nil) {
        self.from = from
    }
}
