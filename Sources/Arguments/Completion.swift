/// What a shell offers where a value or an operand is typed.
package enum Completion: Hashable, Sendable {
    case none
    case file
    case directory
    case choices([String])
}
