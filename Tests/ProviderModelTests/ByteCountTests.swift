import ProviderModel
import Testing

@Suite struct ByteCountTests {
    @Test(
        arguments: [
            ("64KiB", 65536), ("64 KiB", 65536), ("1.5MiB", 1_572_864), ("2MB", 2_000_000), ("0B", 0), ("100B", 100),
            ("1.5B", nil), ("100", nil), ("KiB", nil), ("-1B", nil), ("1 kib", nil), ("1..5MiB", nil), ("1.MiB", nil),
            ("99999999999TiB", nil), ("", nil),
        ] as [(String, Int64?)])
    func `A size needs a unit and a whole number of bytes`(text: String, bytes: Int64?) {
        #expect(ByteCount(text)?.rawValue == bytes)
    }

    @Test(
        arguments: [(0, "0B"), (100, "100B"), (65536, "64KiB"), (1 << 30, "1GiB"), (1025, "1025B")] as [(Int64, String)]
    )
    func `A size is written in the unit that divides it`(bytes: Int64, text: String) {
        #expect(ByteCount(rawValue: bytes).description == text)
        #expect(ByteCount(text)?.rawValue == bytes)
    }
}
