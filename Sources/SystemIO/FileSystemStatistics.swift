/// What statfs(2) says.
package struct FileSystemStatistics: Sendable {
    package var blocks: UInt64
    package var freeBlocks: UInt64
    package var availableBlocks: UInt64
    package var files: UInt64
    package var freeFiles: UInt64
    package var blockSize: UInt32
    package var fragmentSize: UInt32
    package var nameLength: UInt32

    package init(
        blocks: UInt64, freeBlocks: UInt64, availableBlocks: UInt64, files: UInt64, freeFiles: UInt64,
        blockSize: UInt32, fragmentSize: UInt32, nameLength: UInt32
    ) {
        self.blocks = blocks
        self.freeBlocks = freeBlocks
        self.availableBlocks = availableBlocks
        self.files = files
        self.freeFiles = freeFiles
        self.blockSize = blockSize
        self.fragmentSize = fragmentSize
        self.nameLength = nameLength
    }
}
