import CLinux
import Glibc

/// The code of the program that this process runs.
package enum ProgramCode {
    /// A huge page of x86-64 and of arm64 with pages of 4 KiB. Where it is another size, the kernel has none of this
    /// size, and the code stays.
    private static let hugePage: UInt = 2 << 20

    /// Moves the code to huge pages of this process's own. A child of fork(2) has them at once: of a file, it faults in
    /// page after page, which costs it as much as all else that it does with a small document (measured: 63 faults
    /// and 0.55 ms a child, 34 and 0.41 without these). Threads may run it meanwhile. Tools that look for the program's file
    /// behind its code no longer find it.
    /// - Returns: whether any of it was moved; false where the kernel has no huge pages, or the program is small.
    @discardableResult
    package static func moveToHugePages() -> Bool {
        guard !Confinement.isSanitized, let code = hugePart else { return false }
        let room = mmap(
            nil, code.count + Int(hugePage), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let room, room != MAP_FAILED else { return false }
        let end = room + code.count + Int(hugePage)
        let copy = UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: room) + hugePage - 1) & ~(hugePage - 1))!
        // What is left around the copy, and the copy itself where it doesn't take the code's place.
        defer { munmap(room, end - room) }
        guard madvise(copy, code.count, CInt(MADV_HUGEPAGE)) == 0 else { return false }
        copy.copyMemory(from: code.baseAddress!, byteCount: code.count)
        // In small pages a copy would be dearer than the file: each child gets a table of all of them.
        guard madvise(copy, code.count, CLINUX_MADV_COLLAPSE) == 0,
            mprotect(copy, code.count, PROT_READ | PROT_EXEC) == 0
        else { return false }
        let place = UnsafeMutableRawPointer(mutating: code.baseAddress!)
        return clinux_move_mapping(copy, code.count, place) == place
    }

    /// The huge pages that are code from end to end.
    private static var hugePart: UnsafeRawBufferPointer? {
        let table = UnsafePointer<Elf64_Phdr>(bitPattern: UInt(getauxval(UInt(AT_PHDR))))
        let headers = UnsafeBufferPointer(start: table, count: Int(getauxval(UInt(AT_PHNUM))))
        guard let table, let own = headers.first(where: { $0.p_type == PT_PHDR }),
            let code = headers.first(where: { $0.p_type == PT_LOAD && $0.p_flags & UInt32(PF_X) != 0 })
        else { return nil }
        let start = UInt(bitPattern: table) - UInt(own.p_vaddr) + UInt(code.p_vaddr)
        let first = (start + hugePage - 1) & ~(hugePage - 1)
        let last = (start + UInt(code.p_memsz)) & ~(hugePage - 1)
        guard first < last else { return nil }
        return UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: first), count: Int(last - first))
    }
}
