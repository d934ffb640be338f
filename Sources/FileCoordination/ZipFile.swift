#if os(Linux)
import Foundation

/// A zip file of a folder, stored without compression: what a reader for uploading gets for a folder
/// (file-access-semantics b7). Files up to 4 GiB.
enum ZipFile {
    private struct Member {
        let name: [UInt8]
        let checksum: UInt32
        let size: UInt32
        let offset: UInt32
    }

    static func write(folder: URL, to destination: URL) throws {
        guard FileManager.default.createFile(atPath: destination.path, contents: nil),
            let output = FileHandle(forWritingAtPath: destination.path)
        else { throw CocoaError(.fileWriteUnknown) }
        defer { try? output.close() }
        var members: [Member] = []
        var offset: UInt64 = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
            let url = folder.appendingPathComponent(path)
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else { continue }
            let content = isDirectory.boolValue ? Data() : try Data(contentsOf: url)
            let name = Array((folder.lastPathComponent + "/" + path + (isDirectory.boolValue ? "/" : "")).utf8)
            guard offset + UInt64(content.count) < 1 << 32 else { throw CocoaError(.fileReadTooLarge) }
            let member = Member(
                name: name, checksum: crc32(content), size: UInt32(content.count), offset: UInt32(offset))
            let header = header(of: member)
            try output.write(contentsOf: Data(header) + content)
            offset += UInt64(header.count + content.count)
            members.append(member)
        }
        let directory = members.flatMap { directoryEntry(of: $0) }
        try output.write(
            contentsOf: Data(directory + end(count: members.count, size: directory.count, offset: UInt32(offset))))
    }

    private static func header(of member: Member) -> [UInt8] {
        bytes(UInt32(0x0403_4B50)) + common(member) + bytes(UInt16(member.name.count)) + bytes(UInt16(0))
            + member.name
    }

    private static func directoryEntry(of member: Member) -> [UInt8] {
        bytes(UInt32(0x0201_4B50)) + bytes(UInt16(20)) + common(member) + bytes(UInt16(member.name.count))
            + [UInt8](repeating: 0, count: 12) + bytes(member.offset) + member.name
    }

    /// Version 2.0, names in UTF-8, stored, 1 January 1980.
    private static func common(_ member: Member) -> [UInt8] {
        bytes(UInt16(20)) + bytes(UInt16(1 << 11)) + bytes(UInt16(0)) + bytes(UInt16(0)) + bytes(UInt16(0x21))
            + bytes(member.checksum) + bytes(member.size) + bytes(member.size)
    }

    private static func end(count: Int, size: Int, offset: UInt32) -> [UInt8] {
        bytes(UInt32(0x0605_4B50)) + bytes(UInt32(0)) + bytes(UInt16(count)) + bytes(UInt16(count))
            + bytes(UInt32(size)) + bytes(offset) + bytes(UInt16(0))
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian, Array.init)
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func crc32(_ data: Data) -> UInt32 {
        ~data.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }
}
#endif
