import ImportCore

/// Text is text when no control character is in it, from the first byte to the last.
enum TextValidator {
    static func judge(_ bytes: UnsafeRawBufferPointer) -> ValidationReply {
        guard TextForm(bytes, isWhole: true) != nil else {
            return ValidationReply(.invalid, nil, "it begins as text and goes on as something else")
        }
        let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(ContentSignature.length))
        return ValidationReply(.valid, ContentSignature(textHead: head) == .html ? .html : .plainText)
    }
}
