import SystemIO
import Testing

@Suite struct PlaceholderFaultTests {
    @Test func `b24: a stub stands in the item's place until its content is here`() throws {
        let mount = try FaultyMount(
            "{when: {operation: [lookup, list-entry], path: a.pdf, while: dataless}, do: {placeholder: {}}}",
            isDataless: true)
        #expect(try mount.names() == [".a.pdf.icloud", "f"])
        try mount.provider.materialize("a.pdf")
        #expect(try mount.names() == ["a.pdf", "f"])
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
