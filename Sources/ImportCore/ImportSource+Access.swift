extension ImportSource {
    /// Reads the item as an app has to: its scope around everything, in coordination with its provider. The phases are
    /// noted as they begin.
    /// - Parameter body: gets the item where it is now, in the phase `stage`.
    func read<Value>(
        _ control: ImportControl, _ body: (any SourceItem) throws(ImportProblem) -> Value
    ) throws(ImportProblem) -> Value {
        try withAccess(control) { (isGranted) throws(ImportProblem) in
            do throws(ImportProblem) {
                return try coordinate(control, body)
            } catch {
                // Without a scope, a refusal says that one was needed: then the authorization is what failed.
                if error.kind == .access, !isGranted { try? control.enter(.authorize) }
                throw error
            }
        }
    }

    /// Runs `body` inside the item's security scope.
    func withAccess<Value>(
        _ control: ImportControl, _ body: (_ isGranted: Bool) throws(ImportProblem) -> Value
    ) throws(ImportProblem) -> Value {
        try control.enter(.authorize)
        var isGranted = false
        // Also when the start was interrupted, or abandoned and answered late: then, too, a stop is owed.
        defer { if isGranted { stopAccess() } }
        try control.waiting(interrupt: {}) { () throws(ImportProblem) in isGranted = try startAccess() }
        return try body(isGranted)
    }

    private func coordinate<Value>(
        _ control: ImportControl, _ body: (any SourceItem) throws(ImportProblem) -> Value
    ) throws(ImportProblem) -> Value {
        try control.enter(.coordinate)
        var value: Value?
        try coordinateRead(control) { (item) throws(ImportProblem) in
            value = try control.resumed { () throws(ImportProblem) in
                try control.enter(.stage)
                return try body(item)
            }
        }
        guard let value else { throw ImportProblem(.internal, "the coordinated read ended without reading") }
        return value
    }
}
