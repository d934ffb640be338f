/// Part of an event's line that many lines share, as it is written: made once.
package struct TracePiece: Sendable {
    let bytes: [UInt8]

    var count: Int { bytes.count }

    private init(_ fields: (inout JSONLine) -> Void) {
        var line = JSONLine(capacity: 128)
        fields(&line)
        bytes = line.bytes
    }

    /// What the operation is called.
    package static func operation(_ name: String) -> TracePiece {
        TracePiece {
            $0.continueWith("kind", TraceEvent.Kind.operation.rawValue)
            $0.continueWith("op", name)
        }
    }

    /// What it was about: an item, or a name that need not be one.
    package static func subject(item: String? = nil, path: String) -> TracePiece {
        TracePiece {
            if let item { $0.continueWith("item", item) }
            $0.continueWith("path", path)
        }
    }

    /// Who asked.
    package static func caller(processID: Int32, name: String) -> TracePiece {
        TracePiece {
            $0.continueWith("pid", Int64(processID))
            $0.continueWith("process", name)
        }
    }
}
