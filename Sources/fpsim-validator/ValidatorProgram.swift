import SystemIO

/// The program in which documents are parsed. It is started with a socket as its standard input, gives up what it doesn't
/// need to load a library, and then forks a child for each document, which gives up all: a document that takes a process
/// over judges no other, and a child costs far less than a program that starts.
@main struct ValidatorProgram {
    static func main() {
        do throws(Errno) {
            ProgramCode.moveToHugePages()
            PDFValidator.warmUp()
            let libraries = DocumentJudge.isolatedLibraries
            try Confinement.dropRoot()
            try Confinement.forbidGains()
            try Confinement.limit(.core(0))
            try ValidatorService(socket: .standardInput, libraries: libraries).run()
        } catch {
            Terminal.writeError("fpsim-validator: \(error)\n")
        }
    }
}
