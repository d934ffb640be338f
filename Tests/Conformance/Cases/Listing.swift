import CLinux
import Glibc

extension ConformanceCase {
    /// Every name once from the stream's place on.
    private static func rest(of stream: OpaquePointer) -> [String] {
        var names: [String] = []
        while let entry = readdir(stream) { names.append(Scene.name(of: entry)) }
        return names.filter { $0 != "." && $0 != ".." }
    }

    private static func fill(_ s: Scene, _ folder: String, _ count: Int) {
        s.mkdir(folder)
        for index in 0..<count {
            let file = Glibc.open("\(folder)/name-\(index)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
            Glibc.close(file)
        }
    }

    static let listing: [ConformanceCase] = [
        ConformanceCase("a listing names everything once, with its type and number") { s in
            s.mkdir("d")
            s.put("d/file")
            s.mkdir("d/folder")
            s.symlink("file", "d/link")
            s.mknod("d/pipe", mode: S_IFIFO | 0o600)
            guard let stream = opendir("d") else { return s.see("opendir", errno) }
            defer { closedir(stream) }
            var types: [String: UInt8] = [:]
            var sameNumber = true
            while let entry = readdir(stream) {
                let name = Scene.name(of: entry)
                types[name] = entry.pointee.d_type
                var status = Glibc.stat()
                guard name != "..", lstat("d/\(name)", &status) == 0 else { continue }
                if status.st_ino != entry.pointee.d_ino { sameNumber = false }
            }
            s.see("types", types.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
            s.see("numbers are those of stat", sameNumber, true)
        },
        ConformanceCase("a long listing is complete, and can be left and taken up") { s in
            fill(s, "d", 3000)
            guard let stream = opendir("d") else { return s.see("opendir", errno) }
            defer { closedir(stream) }
            var names: [String] = []
            var places: [Int] = []
            places.append(telldir(stream))
            while let entry = readdir(stream) {
                names.append(Scene.name(of: entry))
                places.append(telldir(stream))
            }
            s.see("names", names.count, 3002)
            s.see("each once", Set(names).count, 3002)
            for index in [0, 1, 17, 1500, 2999, 3001, 700] {
                seekdir(stream, places[index])
                let entry = readdir(stream)
                s.see("place \(index) gives its name again", entry.map { Scene.name(of: $0) } == names[index], true)
            }
            seekdir(stream, places[2000])
            s.see("from there on", rest(of: stream) == names[2000...].filter { $0 != "." && $0 != ".." }, true)
            rewinddir(stream)
            s.see("from the start", rest(of: stream).count, 3000)
        },
        ConformanceCase("names that stay are listed once while others come and go") { s in
            fill(s, "d", 1000)
            guard let stream = opendir("d") else { return s.see("opendir", errno) }
            defer { closedir(stream) }
            var seen: [String] = []
            var round = 0
            while let entry = readdir(stream) {
                seen.append(Scene.name(of: entry))
                round += 1
                guard round % 100 == 0 else { continue }
                Glibc.unlink("d/name-\(round - 1)")
                let file = Glibc.open("d/new-\(round)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
                Glibc.close(file)
            }
            let staying = (0..<1000).filter { $0 % 100 != 99 }.map { "name-\($0)" }
            let counts = Dictionary(grouping: seen, by: { $0 }).mapValues(\.count)
            s.see("those that stay, each once", staying.allSatisfy { counts[$0] == 1 }, true)
            s.see("no name twice", counts.values.allSatisfy { $0 == 1 }, true)
        },
        ConformanceCase("removing while listing empties a folder") { s in
            fill(s, "d", 2000)
            var rounds = 0
            while rounds < 50 {
                guard let stream = opendir("d") else { break }
                let names = rest(of: stream)
                closedir(stream)
                if names.isEmpty { break }
                for name in names { Glibc.unlink("d/\(name)") }
                rounds += 1
            }
            s.see("one listing was enough", rounds, 1)
            s.rmdir("d")
        },
        ConformanceCase("removing each name as it comes misses none") { s in
            fill(s, "d", 1500)
            guard let stream = opendir("d") else { return s.see("opendir", errno) }
            while let entry = readdir(stream) {
                let name = Scene.name(of: entry)
                if name.hasPrefix("name") { Glibc.unlink("d/\(name)") }
            }
            closedir(stream)
            s.list("d", [])
        },
        ConformanceCase("a rewound listing shows what came and went meanwhile") { s in
            s.mkdir("d")
            s.put("d/a")
            guard let stream = opendir("d") else { return s.see("opendir", errno) }
            s.see("first", rest(of: stream), ["a"])
            s.put("d/b")
            s.unlink("d/a")
            rewinddir(stream)
            s.see("second", rest(of: stream), ["b"])
            closedir(stream)
        },
        ConformanceCase("the folder above is the one that stat finds") { s in
            s.mkdir("d")
            s.mkdir("d/e")
            var numbers: [ino_t] = []
            guard let stream = opendir("d/e") else { return s.see("opendir", errno) }
            while let entry = readdir(stream) { numbers.append(entry.pointee.d_ino) }
            closedir(stream)
            let expected = [s.stat("d/e").st_ino, s.stat("d").st_ino]
            s.see("dot and dot-dot", numbers.sorted() == expected.sorted(), true)
        },
    ]
}
