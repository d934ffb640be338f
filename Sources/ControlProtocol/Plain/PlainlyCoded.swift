import AccessClaims

/// What a coordinated access is made of, written and read without Foundation's coders: the same JSON, at a tenth of
/// the cost.
protocol PlainlyCoded: Codable {
    /// Adds its members, without the object's brackets.
    func write(to text: inout JSONText)
    /// Reads an object, in which there may be the members of the message around it. Nil for what is written in
    /// another way than by `write`: the decoder's case.
    init?(from scanner: inout JSONScanner)
}

extension CoordinateRequest: PlainlyCoded {
    func write(to text: inout JSONText) {
        text.add(json: #""intents":"#)
        text.addList(intents) { $1.write(to: &$0) }
        text.add(json: #","purpose":"#)
        text.add(purpose)
        if let presenter {
            text.add(json: #","presenter":"#)
            text.add(presenter)
        }
        if let within {
            text.add(json: #","within":"#)
            text.addList(within) { $0.add($1) }
        }
        if let prepare { text.add(json: prepare ? #","prepare":true"# : #","prepare":false"#) }
    }

    init?(from scanner: inout JSONScanner) {
        var read = CoordinateRequest(intents: [], purpose: "")
        var (hasIntents, hasPurpose) = (false, false)
        let isWhole = scanner.object { scanner, key in
            switch key {
            case "intents":
                hasIntents = true
                return scanner.array { scanner in
                    guard let intent = Intent(from: &scanner) else { return false }
                    read.intents.append(intent)
                    return true
                }
            case "purpose":
                guard let purpose = scanner.text() else { return false }
                (read.purpose, hasPurpose) = (purpose, true)
                return true
            case "presenter":
                read.presenter = scanner.text()
                return read.presenter != nil
            case "within":
                var within: [Int] = []
                defer { read.within = within }
                return scanner.array { scanner in
                    guard let claim = scanner.number() else { return false }
                    within.append(claim)
                    return true
                }
            case "prepare":
                read.prepare = scanner.boolean()
                return read.prepare != nil
            default:
                return scanner.skipValue()
            }
        }
        guard isWhole, hasIntents, hasPurpose else { return nil }
        self = read
    }
}

extension CoordinateRequest.Intent {
    fileprivate func write(to text: inout JSONText) {
        text.add(json: #"{"path":"#)
        text.add(path)
        text.add(json: #","mode":"#)
        text.add(mode.rawValue)
        text.add(json: #","options":"#)
        text.addList(options) { $0.add($1.rawValue) }
        text.add(json: "}")
    }

    fileprivate init?(from scanner: inout JSONScanner) {
        var path: String?
        var mode: AccessMode?
        var options: [AccessOption]?
        let isWhole = scanner.object { scanner, key in
            switch key {
            case "path":
                path = scanner.text()
                return path != nil
            case "mode":
                mode = scanner.text().flatMap(AccessMode.init)
                return mode != nil
            case "options":
                var read: [AccessOption] = []
                defer { options = read }
                return scanner.array { scanner in
                    guard let option = scanner.text().flatMap(AccessOption.init) else { return false }
                    read.append(option)
                    return true
                }
            default:
                return scanner.skipValue()
            }
        }
        guard isWhole, let path, let mode, let options else { return nil }
        self.init(path: ControlPath(path), mode: mode, options: options)
    }
}

extension CoordinateRequest.Response: PlainlyCoded {
    func write(to text: inout JSONText) {
        text.add(json: #""claim":"#)
        text.add(claim)
        text.add(json: #","paths":"#)
        text.addList(paths) { $0.add($1) }
    }

    init?(from scanner: inout JSONScanner) {
        var claim: Int?
        var paths: [ControlPath]?
        let isWhole = scanner.object { scanner, key in
            switch key {
            case "claim":
                claim = scanner.number()
                return claim != nil
            case "paths":
                var read: [ControlPath] = []
                defer { paths = read }
                return scanner.array { scanner in
                    guard let path = scanner.text() else { return false }
                    read.append(ControlPath(path))
                    return true
                }
            default:
                return scanner.skipValue()
            }
        }
        guard isWhole, let claim, let paths else { return nil }
        self.init(claim: claim, paths: paths)
    }
}

extension ClaimReleaseRequest: PlainlyCoded {
    func write(to text: inout JSONText) {
        text.add(json: #""claim":"#)
        text.add(claim)
    }

    init?(from scanner: inout JSONScanner) {
        var claim: Int?
        let isWhole = scanner.object { scanner, key in
            guard key == "claim" else { return scanner.skipValue() }
            claim = scanner.number()
            return claim != nil
        }
        guard isWhole, let claim else { return nil }
        self.init(claim: claim)
    }
}

extension ControlDone: PlainlyCoded {
    func write(to text: inout JSONText) {}

    init?(from scanner: inout JSONScanner) {
        guard scanner.object({ scanner, _ in scanner.skipValue() }) else { return nil }
        self.init()
    }
}
