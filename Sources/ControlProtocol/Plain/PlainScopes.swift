// What a pick and its scope are made of: with a coordinated access, all that an import says to a provider.

extension PickRequest: PlainlyCoded {
    func write(to text: inout JSONText) {
        text.add(json: #""path":"#)
        text.add(path)
        if let folder { text.add(json: folder ? #","folder":true"# : #","folder":false"#) }
    }

    init?(from scanner: inout JSONScanner) {
        var path: String?
        var folder: Bool?
        let isWhole = scanner.object { scanner, key in
            switch key {
            case "path":
                path = scanner.text()
                return path != nil
            case "folder":
                folder = scanner.boolean()
                return folder != nil
            default:
                return scanner.skipValue()
            }
        }
        guard isWhole, let path else { return nil }
        self.init(path: ControlPath(path), folder: folder)
    }
}

extension PickRequest.Response: PlainlyCoded {
    func write(to text: inout JSONText) {
        text.add(json: #""token":"#)
        text.add(token)
        text.add(json: #","path":"#)
        text.add(path)
    }

    init?(from scanner: inout JSONScanner) {
        guard let read = ScopedPath(from: &scanner), let token = read.token else { return nil }
        self.init(token: token, path: read.path)
    }
}

extension ScopeStartRequest: PlainlyCoded {
    func write(to text: inout JSONText) {
        ScopedPath(token: token, path: path).write(to: &text)
        if let covers {
            text.add(json: #","covers":"#)
            text.add(covers.rawValue)
        }
    }

    init?(from scanner: inout JSONScanner) {
        guard let read = ScopedPath(from: &scanner) else { return nil }
        let cover = read.covers.map(Cover.init)
        // One that this version doesn't know is the decoder's to refuse.
        if case .some(nil) = cover { return nil }
        self.init(token: read.token, path: read.path, covers: cover ?? nil)
    }
}

extension ScopeStopRequest: PlainlyCoded {
    func write(to text: inout JSONText) {
        ScopedPath(token: token, path: path).write(to: &text)
    }

    init?(from scanner: inout JSONScanner) {
        guard let read = ScopedPath(from: &scanner) else { return nil }
        self.init(token: read.token, path: read.path)
    }
}

extension ScopeStartRequest.Response: PlainlyCoded {
    func write(to text: inout JSONText) {
        text.add(json: granted ? #""granted":true"# : #""granted":false"#)
    }

    init?(from scanner: inout JSONScanner) {
        guard let granted = scanner.object(with: "granted") else { return nil }
        self.init(granted: granted)
    }
}

extension ScopeStopRequest.Response: PlainlyCoded {
    func write(to text: inout JSONText) {
        text.add(json: balanced ? #""balanced":true"# : #""balanced":false"#)
    }

    init?(from scanner: inout JSONScanner) {
        guard let balanced = scanner.object(with: "balanced") else { return nil }
        self.init(balanced: balanced)
    }
}

/// A path with the token of its scope, as several messages have them.
private struct ScopedPath {
    var token: String?
    var path: ControlPath
    var covers: String?

    init(token: String?, path: ControlPath) {
        self.token = token
        self.path = path
    }

    func write(to text: inout JSONText) {
        if let token {
            text.add(json: #""token":"#)
            text.add(token)
            text.add(json: ",")
        }
        text.add(json: #""path":"#)
        text.add(path)
    }

    init?(from scanner: inout JSONScanner) {
        var (token, path, covers): (String?, String?, String?)
        let isWhole = scanner.object { scanner, key in
            switch key {
            case "token":
                token = scanner.text()
                return token != nil
            case "path":
                path = scanner.text()
                return path != nil
            case "covers":
                covers = scanner.text()
                return covers != nil
            default:
                return scanner.skipValue()
            }
        }
        guard isWhole, let path else { return nil }
        self.init(token: token, path: ControlPath(path))
        self.covers = covers
    }
}

extension JSONScanner {
    /// An object's one boolean that has this name.
    fileprivate mutating func object(with name: String) -> Bool? {
        var value: Bool?
        let isWhole = object { scanner, key in
            guard key == name else { return scanner.skipValue() }
            value = scanner.boolean()
            return value != nil
        }
        return isWhole ? value : nil
    }
}
