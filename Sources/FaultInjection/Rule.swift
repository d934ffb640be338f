import ProviderModel

/// What a provider does wrong, and when.
package struct Rule: Hashable, Sendable {
    /// Unique in a mount: what traces, `fpsim fire` and checkers call it.
    package let name: String
    /// Never empty.
    package let operations: OperationSet
    /// Which paths; nil: all, the root's too.
    package let path: PathPattern?
    package let trigger: Trigger
    package let fault: Fault
    /// Need not fire: a trial in which it doesn't is no failure.
    package let isOptional: Bool
    /// Where it was written.
    package let position: SourcePosition?

    /// - Parameter operations: nil: those that the fault is for.
    package init(
        name: String, operations: OperationSet? = nil, path: PathPattern? = nil, trigger: Trigger = Trigger(),
        fault: Fault, isOptional: Bool = false, position: SourcePosition? = nil
    ) {
        self.name = name
        self.operations = operations ?? fault.kind.entry.usualOperations
        self.path = path
        self.trigger = trigger
        self.fault = fault
        self.isOptional = isOptional
        self.position = position
    }
}

/// A place in a file, counted from 1 as editors do.
package struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
    package let file: String
    package let line: Int
    package let column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    package var description: String { "\(file):\(line):\(column)" }
}
