/// Numbers of bytes as people read them.
enum ByteText {
    /// Such as `512 B`, `64 KiB` or `1.4 GiB`.
    static func text(_ bytes: Int64) -> String {
        let units = ["KiB", "MiB", "GiB", "TiB", "PiB"]
        var value = Double(bytes)
        var unit = "B"
        for next in units where value >= 1024 {
            value /= 1024
            unit = next
        }
        if unit == "B" { return "\(bytes) B" }
        let tenths = Int((value * 10).rounded())
        return tenths >= 100 || tenths % 10 == 0
            ? "\((tenths + 5) / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }
}
