extension ImportSource {
    /// Reads the item as an app has to: its scope around everything, in coordination with its provider. The phases are
    /// noted as they begin.
    /// - Parameters:
    ///   - settled: is told of the result as soon as it is known: before the item is closed and given back, in which
    ///     this thread may be lost, and once more when giving it back follows a failure.
    ///   - body: gets the item that was opened where it is now, in the phase `stage`.
    func read<Value>(
        _ control: ImportControl, settled: (Result<Value, ImportProblem>) -> Void = { _ in },
        _ body: (any SourceReader) throws(ImportProblem) -> Value
    ) throws(ImportProblem) -> Value {
        try withAccess(control, settled: settled) { (isGranted) throws(ImportProblem) in
            do throws(ImportProblem) {
                return try coordinate(control, settled, body)
            } catch {
                // Without a scope, a refusal says that one was needed: then the authorization is what failed.
                if error.kind == .access, !isGranted { try? control.enter(.authorize) }
                throw error
            }
        }
    }

    /// Runs `body` inside the item's security scope.
    func withAccess<Value>(
        _ control: ImportControl, settled: (Result<Value, ImportProblem>) -> Void = { _ in },
        _ body: (_ isGranted: Bool) throws(ImportProblem) -> Value
    ) throws(ImportProblem) -> Value {
        try control.enter(.authorize)
        var isGranted = false
        let result = Result { () throws(ImportProblem) in
            try control.waiting(interrupt: {}) { () throws(ImportProblem) in isGranted = try startAccess() }
            return try body(isGranted)
        }
        settled(result)
        // Also when the start was interrupted, or abandoned and answered late: then, too, a stop is owed.
        if isGranted { try control.leaving(interrupt: {}) { stopAccess() } }
        return try result.get()
    }

    private func coordinate<Value>(
        _ control: ImportControl, _ settled: (Result<Value, ImportProblem>) -> Void,
        _ body: (any SourceReader) throws(ImportProblem) -> Value
    ) throws(ImportProblem) -> Value {
        try control.enter(.coordinate)
        var value: Value?
        try coordinateRead(control) { (item) throws(ImportProblem) in
            value = try control.resumed { () throws(ImportProblem) in
                try control.enter(.stage)
                let reader = try item.open(control)
                let result = Result { () throws(ImportProblem) in try body(reader) }
                settled(result)
                try reader.close(control)
                return try result.get()
            }
        }
        guard let value else { throw ImportProblem(.internal, "the coordinated read ended without reading") }
        return value
    }
}
