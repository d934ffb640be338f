/// States a download status that isn't true.
package struct ReportStatus: FaultPayload {
    package let status: Status

    package static let entry = FaultEntry(
        .reportStatus, .materialization,
        "States a download status that isn't true.",
        fields: [
            Field("status", .choice(ReportStatus.Status.allCases.map(\.rawValue)), required: true, "which")
        ],
        shorthand: "status", at: OperationSet([.lookup, .getattr, .getxattr, .pick]),
        usually: OperationSet([.getattr, .getxattr]),
        example: "report-status: current")

    package init(status: Status) {
        self.status = status
    }

    package init(_ arguments: FaultArguments) {
        status = arguments.choice("status") ?? .current
    }

    package var fault: Fault { .reportStatus(self) }

    package enum Status: String, CaseIterable, Hashable, Sendable {
        case notDownloaded = "not-downloaded"
        case downloaded
        case current
    }
}
