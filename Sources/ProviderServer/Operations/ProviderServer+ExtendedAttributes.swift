import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

/// The extended attributes by which the mount shows an item's state.
///
/// They answer who asks by name and aren't listed, as CephFS does with its own: rsync and cp copy every attribute that
/// a listing names, and would fail on ones that nobody can set.
enum StateAttribute: String, CaseIterable {
    case identifier = "user.fpsim.identifier"
    case state = "user.fpsim.state"
    case version = "user.fpsim.version"
    case download = "user.fpsim.download"
    case provider = "user.fpsim.provider"
    case contentType = "user.fpsim.content-type"

    static let prefix = "user.fpsim."
}

extension ProviderServer {
    /// What the kernel asks for before the first write to each file, to take it away.
    static let capabilityName = FileName("security.capability")

    package func getExtendedAttribute(
        _ request: GetExtendedAttributeRequest, _ reply: consuming ExtendedAttributeReply
    ) {
        let call = Call(.getxattr, request.node, threadID: request.caller.threadID)
        guard nodes.isKnown(request.node) else { return fail(reply, call, .stale) }
        if isUntouched(request.node, by: .getxattr) {
            if bareNodes.contains(request.node), request.name == ProviderServer.capabilityName {
                return fail(reply, call, .noAttribute)
            }
            return answer(reply, call, request, CallEffects())
        }
        gated(call, subject(request.node), reply) { [unowned self] reply, effects in
            answer(reply, call, request, effects)
        }
    }

    private func answer(
        _ reply: consuming ExtendedAttributeReply, _ call: Call, _ request: GetExtendedAttributeRequest,
        _ effects: CallEffects
    ) {
        do throws(Errno) {
            let value = try value(of: request.name, of: request.node, effects)
            reply.value(value, capacity: request.capacity)
            done(call, result: value.count, effects: effects)
        } catch {
            fail(reply, call, error, rule: effects.rule)
        }
    }

    private func value(of name: FileName, of node: NodeID, _ effects: CallEffects) throws(Errno) -> [UInt8] {
        let text = name.string
        if text.hasPrefix(StateAttribute.prefix) {
            guard let attribute = StateAttribute(rawValue: text), let value = state(attribute, node, effects) else {
                throw Errno.noAttribute
            }
            return Array(value.utf8)
        }
        guard let place = nodes.source(of: node) else { throw Errno.noAttribute }
        let size = try source.extendedAttribute(
            name, of: place, into: UnsafeMutableRawBufferPointer(start: nil, count: 0))
        return try filled(size) { (buffer) throws(Errno) in
            try source.extendedAttribute(name, of: place, into: buffer)
        }
    }

    private func state(_ attribute: StateAttribute, _ node: NodeID, _ effects: CallEffects) -> String? {
        let item = item(node)
        switch attribute {
        case .identifier: return nodes.identifier(of: node).description
        case .provider: return plan.provider
        case .version:
            for lie in effects.lies {
                if case .reportVersion = lie.fault { return "\(item.version.rawValue + Int64(lie.nth))" }
            }
            return "\(item.version.rawValue)"
        case .state:
            for lie in effects.lies {
                if case .reportStatus(let fault) = lie.fault {
                    return fault.status == .notDownloaded ? "dataless" : "materialized"
                }
            }
            return item.stateName
        case .download:
            return item.download.map { "\($0.received)/\($0.plan.size)" }
        case .contentType:
            for lie in effects.lies {
                if case .reportContentType(let fault) = lie.fault { return fault.type }
            }
            return ContentTypeGuess.type(of: nodes.name(of: node).string, isDirectory: nodes.isDirectory(node))
        }
    }

    package func listExtendedAttributes(
        _ request: ListExtendedAttributesRequest, _ reply: consuming ExtendedAttributeReply
    ) {
        let call = Call(.listxattr, request.node, threadID: request.caller.threadID)
        guard nodes.isKnown(request.node) else { return fail(reply, call, .stale) }
        if isUntouched(request.node, by: .listxattr) { return answer(reply, call, request, CallEffects()) }
        gated(call, subject(request.node), reply) { [unowned self] reply, effects in
            answer(reply, call, request, effects)
        }
    }

    private func answer(
        _ reply: consuming ExtendedAttributeReply, _ call: Call, _ request: ListExtendedAttributesRequest,
        _ effects: CallEffects
    ) {
        do throws(Errno) {
            var names: [UInt8] = []
            if let place = nodes.source(of: request.node) {
                let none = UnsafeMutableRawBufferPointer(start: nil, count: 0)
                let size = try source.extendedAttributeNames(of: place, into: none)
                names = try filled(size) { (buffer) throws(Errno) in
                    try source.extendedAttributeNames(of: place, into: buffer)
                }
            }
            reply.value(names, capacity: request.capacity)
            done(call, result: names.count, effects: effects)
        } catch {
            fail(reply, call, error, rule: effects.rule)
        }
    }

    private func filled(
        _ size: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Errno) -> Int
    ) throws(Errno) -> [UInt8] {
        guard size > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(Errno) in
            try body(UnsafeMutableRawBufferPointer(buffer))
        }
        return Array(bytes.prefix(count))
    }
}

/// The uniform type identifier that a name's extension suggests.
enum ContentTypeGuess {
    private static let types = [
        "pdf": "com.adobe.pdf", "txt": "public.plain-text", "md": "net.daringfireball.markdown", "png": "public.png",
        "jpg": "public.jpeg", "jpeg": "public.jpeg", "heic": "public.heic", "html": "public.html",
        "zip": "public.zip-archive", "json": "public.json", "epub": "org.idpf.epub-container",
        "docx": "org.openxmlformats.wordprocessingml.document", "pages": "com.apple.iwork.pages.sffpages",
        "kdbx": "public.data",
    ]

    static func type(of name: String, isDirectory: Bool) -> String {
        if isDirectory { return "public.folder" }
        guard let dot = name.lastIndex(of: ".") else { return "public.data" }
        return types[name[name.index(after: dot)...].lowercased()] ?? "public.data"
    }
}
