import AccessClaims

/// What the mount says without having been asked.
package enum ControlEvent: Hashable, Sendable {
    /// Somebody wants to use what a presenter of this process shows: it is to do `messages` in their order and then
    /// answer with `presenter-done`. `path` is the contained item for the messages about one.
    case presenterAsk(ask: Int, presenter: String, messages: [PresenterMessage], path: ControlPath?)
    /// The claim that an ask was about has ended.
    case presenterReacquire(ask: Int, presenter: String)
    /// Something happened to what a presenter shows; no answer is due.
    case presenterTell(presenter: String, notice: PresenterNotice, path: ControlPath?, to: ControlPath?)
    /// An item's versions changed; no answer is due.
    case presenterTellVersion(
        presenter: String, notice: PresenterNotice, path: ControlPath, version: FileVersionDescription)
    /// A line of the trace, for a connection that watches.
    case trace(line: String)
    /// The mount ends.
    case ending
}

extension ControlEvent: Codable {
    private enum Name: String, Codable {
        case presenterAsk = "presenter-ask"
        case presenterReacquire = "presenter-reacquire"
        case presenterTell = "presenter-tell"
        case presenterTellVersion = "presenter-tell-version"
        case trace, ending
    }

    private enum CodingKeys: String, CodingKey {
        case event, ask, presenter, messages, notice, path, to, version, line
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        switch try fields.decode(Name.self, forKey: .event) {
        case .presenterAsk:
            self = .presenterAsk(
                ask: try fields.decode(Int.self, forKey: .ask),
                presenter: try fields.decode(String.self, forKey: .presenter),
                messages: try fields.decode([PresenterMessage].self, forKey: .messages),
                path: try fields.decodeIfPresent(ControlPath.self, forKey: .path))
        case .presenterReacquire:
            self = .presenterReacquire(
                ask: try fields.decode(Int.self, forKey: .ask),
                presenter: try fields.decode(String.self, forKey: .presenter))
        case .presenterTell:
            self = .presenterTell(
                presenter: try fields.decode(String.self, forKey: .presenter),
                notice: try fields.decode(PresenterNotice.self, forKey: .notice),
                path: try fields.decodeIfPresent(ControlPath.self, forKey: .path),
                to: try fields.decodeIfPresent(ControlPath.self, forKey: .to))
        case .presenterTellVersion:
            self = .presenterTellVersion(
                presenter: try fields.decode(String.self, forKey: .presenter),
                notice: try fields.decode(PresenterNotice.self, forKey: .notice),
                path: try fields.decode(ControlPath.self, forKey: .path),
                version: try fields.decode(FileVersionDescription.self, forKey: .version))
        case .trace:
            self = .trace(line: try fields.decode(String.self, forKey: .line))
        case .ending:
            self = .ending
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .presenterAsk(let ask, let presenter, let messages, let path):
            try fields.encode(Name.presenterAsk, forKey: .event)
            try fields.encode(ask, forKey: .ask)
            try fields.encode(presenter, forKey: .presenter)
            try fields.encode(messages, forKey: .messages)
            try fields.encodeIfPresent(path, forKey: .path)
        case .presenterReacquire(let ask, let presenter):
            try fields.encode(Name.presenterReacquire, forKey: .event)
            try fields.encode(ask, forKey: .ask)
            try fields.encode(presenter, forKey: .presenter)
        case .presenterTell(let presenter, let notice, let path, let to):
            try fields.encode(Name.presenterTell, forKey: .event)
            try fields.encode(presenter, forKey: .presenter)
            try fields.encode(notice, forKey: .notice)
            try fields.encodeIfPresent(path, forKey: .path)
            try fields.encodeIfPresent(to, forKey: .to)
        case .presenterTellVersion(let presenter, let notice, let path, let version):
            try fields.encode(Name.presenterTellVersion, forKey: .event)
            try fields.encode(presenter, forKey: .presenter)
            try fields.encode(notice, forKey: .notice)
            try fields.encode(path, forKey: .path)
            try fields.encode(version, forKey: .version)
        case .trace(let line):
            try fields.encode(Name.trace, forKey: .event)
            try fields.encode(line, forKey: .line)
        case .ending:
            try fields.encode(Name.ending, forKey: .event)
        }
    }
}
