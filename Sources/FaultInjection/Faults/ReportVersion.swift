/// States a content version that changes though the content doesn't.
package struct ReportVersion: FaultPayload {
    package static let entry = FaultEntry(
        .reportVersion, .metadata,
        "States a content version that changes though the content doesn't.",
        at: OperationSet([.getxattr, .getattr]), usually: OperationSet([.getxattr]),
        example: "report-version: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .reportVersion(self) }
}
