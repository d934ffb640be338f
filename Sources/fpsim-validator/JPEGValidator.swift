import CTurboJPEG
import ImportCore

/// JPEG: all pixels through libjpeg-turbo. Its warnings mean that data is missing or damaged, and that viewers show
/// what there is.
enum JPEGValidator {
    static func judge(_ bytes: UnsafeRawBufferPointer, mayRepair: Bool) -> ValidationReply {
        guard let decoder = tjInitDecompress() else {
            return ValidationReply(.unsafe, .jpeg, "its parser did not start")
        }
        defer { tjDestroy(decoder) }
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard
            tjDecompressHeader3(decoder, start, UInt(bytes.count), &width, &height, &sampling, &space) == 0,
            width > 0, height > 0
        else {
            return ValidationReply(.invalid, .jpeg, "it is no JPEG image that can be opened: \(message(decoder))")
        }
        // One byte a pixel, which is enough to have all of them decoded; but inks are given as they are, or not at all.
        let isOfInks = [Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue)].contains(space)
        let (format, depth) = isOfInks ? (TJPF_CMYK, 4) : (TJPF_GRAY, 1)
        let limit = PixelLimit.count / depth
        guard Int(width) * Int(height) <= limit else {
            return ValidationReply(.unsafe, .jpeg, "the image is larger than \(limit) pixels")
        }
        let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(width) * Int(height) * depth)
        defer { pixels.deallocate() }
        let isSound =
            tjDecompress2(
                decoder, start, UInt(bytes.count), pixels, 0, 0, 0, Int32(format.rawValue), 0) == 0
        if isSound { return ValidationReply(.valid, .jpeg) }
        let complaint = message(decoder)
        guard tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) else {
            return ValidationReply(.invalid, .jpeg, "its pixels can't be decoded: \(complaint)")
        }
        return ValidationReply(mayRepair ? .valid : .damaged, .jpeg, complaint)
    }

    private static func message(_ decoder: tjhandle) -> String { String(cString: tjGetErrorStr2(decoder)) }
}
