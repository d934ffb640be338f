import ImportCore
import Testing

@Suite struct TextFormTests {
    private func form(_ bytes: [UInt8]) -> TextForm? {
        bytes.withUnsafeBytes { TextForm($0, isWhole: true) }
    }

    @Test func `a character may stand anywhere in a long text, and half of one nowhere`() {
        for character in ["é", "領", "😀"].map({ Array($0.utf8) }) {
            for offset in 0...5 {
                let before = [UInt8](repeating: UInt8(ascii: "a"), count: (64 << 10) - offset)
                let after = [UInt8](repeating: UInt8(ascii: "b"), count: 70 << 10)
                #expect(form(before + character + after) == .utf8, "\(character) \(offset) before a piece's end")
                #expect(form(before + character.dropLast() + after) == .eightBit, "\(character) \(offset)")
                #expect(form(before + character.dropFirst() + after) == .eightBit, "\(character) \(offset)")
            }
        }
    }

    @Test func `bytes that only go on, and never begin, are no UTF-8 however many they are`() {
        #expect(form([UInt8](repeating: 0x80, count: 200 << 10)) == .eightBit)
    }
}
