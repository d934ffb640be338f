import CZip
import ImportCore

/// ZIP and what is made of it, through libzip: the directory is consistent, and what the files hold has the checksum
/// that the archive states.
enum ZIPValidator {
    /// How much is unpacked to compare checksums; beyond that, the directory has to do.
    private static let limit = 1 << 30
    private static var zip: ZIPLibrary { ZIPLibrary.shared! }

    static func judge(_ bytes: UnsafeRawBufferPointer) -> ValidationReply {
        guard ZIPLibrary.shared != nil else { return ValidationReply(.unknown, .zip, "libzip isn't installed") }
        var error = zip_error_t()
        guard let source = zip.sourceBufferCreate(bytes.baseAddress, UInt64(bytes.count), 0, &error),
            let archive = zip.openFromSource(source, ZIP_RDONLY, &error)
        else {
            return ValidationReply(
                .invalid, .zip, "it is no archive that can be opened: \(String(cString: zip.errorStrerror(&error)!))")
        }
        defer { zip.discard(archive) }
        let type = ArchiveKind.of(archive)
        var unpacked = 0
        for index in 0..<UInt64(max(0, zip.getNumEntries(archive, 0))) {
            switch check(archive, index, &unpacked) {
            case .sound: continue
            case .locked: return ValidationReply(.locked, type)
            case .damaged(let reason):
                return ValidationReply(.invalid, type, "a file in it is damaged: \(reason)")
            }
        }
        return ValidationReply(.valid, type)
    }

    private enum Finding {
        case sound
        case locked
        case damaged(String)
    }

    private static func check(_ archive: OpaquePointer, _ index: UInt64, _ unpacked: inout Int) -> Finding {
        var status = zip_stat_t()
        if zip.statIndex(archive, index, 0, &status) == 0, status.encryption_method != 0 { return .locked }
        guard unpacked < limit else { return .sound }
        guard let file = zip.fopenIndex(archive, index, 0) else {
            // Such as Deflate64, which Windows uses for what is large: nothing says that it is damaged.
            if zip.getError(archive)?.pointee.zip_err == ZIP_ER_COMPNOTSUPP { return .sound }
            return .damaged(String(cString: zip.strerror(archive)!))
        }
        defer { _ = zip.fclose(file) }
        return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
            while unpacked < limit {
                let count = zip.fread(file, buffer.baseAddress, UInt64(buffer.count))
                if count < 0 { return .damaged(String(cString: zip.fileStrerror(file)!)) }
                if count == 0 { return .sound }
                unpacked += Int(count)
            }
            return .sound
        }
    }
}
