import ProviderConfiguration

/// A key of a rule and its value, kept as a number with its unit so that shrinking can make it smaller.
package struct Setting: Codable, Hashable, Sendable {
    package var key: String
    package var value: Value

    package init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
    }

    package enum Value: Codable, Hashable, Sendable {
        case count(Int)
        case bytes(Int)
        case percent(Int)
        case milliseconds(Int)
        case bytesPerSecond(Int)
        /// One in so many.
        case odds(Int)
        case word(String)
        case truth(Bool)
        /// Anything else, as YAML on one line.
        case yaml(String)

        /// As a provider-config writes it.
        package var text: String {
            switch self {
            case .count(let count): "\(count)"
            case .bytes(let bytes): "\(bytes)B"
            case .percent(let percent): "\(percent)%"
            case .milliseconds(let milliseconds): "\(milliseconds)ms"
            case .bytesPerSecond(let bytes): "\(bytes)B/s"
            case .odds(let count): "1/\(count)"
            case .word(let word): YAMLText.scalar(word)
            case .truth(let truth): truth ? "true" : "false"
            case .yaml(let text): text
            }
        }

        /// Smaller values that say the same kind of thing, the smallest first.
        package var smaller: [Value] {
            switch self {
            case .count(let count): Value.steps(count, least: 1).map(Value.count)
            case .bytes(let bytes): Value.steps(bytes, least: 1).map(Value.bytes)
            case .percent(let percent): [0, 50].filter { $0 != percent && percent % 50 != 0 }.map(Value.percent)
            case .milliseconds(let time): Value.steps(time, least: 1).map(Value.milliseconds)
            case .bytesPerSecond: []
            case .odds(let count): count > 1 ? [.odds(1)] : []
            case .word, .truth, .yaml: []
            }
        }

        private static func steps(_ value: Int, least: Int) -> [Int] {
            value <= least ? [] : [least, value / 10, value / 2].filter { $0 >= least && $0 < value }
        }
    }
}
