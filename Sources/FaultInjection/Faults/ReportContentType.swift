/// States another content type than the content's, or none.
package struct ReportContentType: FaultPayload {
    package let type: String

    package static let entry = FaultEntry(
        .reportContentType, .metadata,
        "States another content type than the content's, or none.",
        fields: [
            Field("type", .text, required: true, "a uniform type identifier, or `none`")
        ],
        shorthand: "type", at: OperationSet([.getxattr, .pick]), usually: OperationSet([.getxattr, .pick]),
        example: "report-content-type: public.html")

    package init(type: String) {
        self.type = type
    }

    package init(_ arguments: FaultArguments) {
        type = arguments.text("type") ?? "none"
    }

    package var fault: Fault { .reportContentType(self) }
}
