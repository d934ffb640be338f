import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

extension ProviderServer: FileSystem {}

/// How long the kernel may answer by itself.
enum Validity {
    /// For what no rule, scope or state concerns. Somebody may work in the source while it is mounted, so not for ever.
    static let untouched = Duration.seconds(1)
    /// For what must be exact.
    static let touched = Duration.zero
}

extension ProviderServer {
    package func getAttributes(_ request: GetAttributesRequest, _ reply: consuming AttributesReply) {
        if !knowsRoot, request.node == .root, let status = try? status(of: .root) {
            return reply.attributes(status, timeout: Validity.touched)
        }
        let call = Call(.getattr, request.node, threadID: request.caller.threadID)
        guard nodes.isKnown(request.node) else { return fail(reply, call, .stale) }
        guard maySee(request.node, request.caller) || hasOpen(request.node, request.caller) else {
            return fail(reply, call, .notPermitted)
        }
        if isUntouched(request.node, by: .getattr) { return answer(reply, call, request, CallEffects()) }
        gated(call, subject(request.node), reply) { [unowned self] reply, effects in
            answer(reply, call, request, effects)
        }
    }

    private func answer(
        _ reply: consuming AttributesReply, _ call: Call, _ request: GetAttributesRequest, _ effects: CallEffects
    ) {
        do throws(Errno) {
            let status = try status(of: request.node, request.handle.flatMap { openFiles[$0] }, effects)
            reply.attributes(status, timeout: validity(of: request.node))
            done(call, effects: effects)
        } catch {
            fail(reply, call, error)
        }
    }

    /// How long the kernel may believe a node's attributes.
    func validity(of node: NodeID) -> Duration {
        if hidesUnscoped || isRuled(node) || !isPlain(node) { return Validity.touched }
        return Validity.untouched
    }

    /// The attributes as the mount shows them.
    func status(
        of node: NodeID, _ file: OpenFile? = nil, _ effects: CallEffects = CallEffects()
    ) throws(Errno) -> FileStatus {
        guard let place = nodes.source(of: node) else { return present(virtualStatus(of: node), node, effects) }
        guard let open = file?.source else { return present(try source.status(of: place), node, effects) }
        return present(try open.status(), node, effects)
    }

    private func virtualStatus(of node: NodeID) -> FileStatus {
        let isDirectory = nodes.isDirectory(node)
        return FileStatus(
            kind: isDirectory ? .directory : .regular, permissions: isDirectory ? 0o755 : 0o444,
            inode: nodes.identifier(of: node).rawValue >> 1, size: isDirectory ? 4096 : 0, modified: clock.startedAt,
            linkCount: isDirectory ? 2 : 1)
    }

    /// The source's attributes with what the model and the rules make of them.
    func present(_ raw: FileStatus, _ node: NodeID, _ effects: CallEffects) -> FileStatus {
        var status = raw
        if raw.isRegular, !isPlain(node) { showState(&status, node) }
        for lie in effects.lies { tell(lie, &status) }
        return status
    }

    private func showState(_ status: inout FileStatus, _ node: NodeID) {
        let item = item(node)
        let extra = itemExtras[node]
        if let content = item.content {
            status.size = content.size(ofSource: status.size)
            status.blocks = (status.size + 511) / 512
        }
        if let changed = extra?.changedAt {
            status.modified = changed
            status.changed = changed
        }
        if let growth = extra?.growth {
            status.size = visibleSize(of: status.size, growing: growth)
            // Whoever writes it was there a moment ago, however little came: the time tells where the size doesn't yet.
            let lastWrite = clock.timestamp(of: min(now, growth.since + growth.fault.over))
            status.modified = lastWrite
            status.changed = lastWrite
        }
        if let incarnation = extra?.incarnation, incarnation > 0 {
            status.inode = nodes.identifier(of: node).rawValue >> 1
        }
        switch item.materialization {
        case .dataless: status.blocks = 0
        case .materializing(let download): status.blocks = (download.received + 511) / 512
        case .materialized: break
        }
    }

    private func tell(_ lie: FiredFault, _ status: inout FileStatus) {
        switch lie.fault {
        case .reportSize(let fault): status.size = fault.size.offset(inSize: status.size)
        case .reportBlocks(let fault): status.blocks = Int64(fault.blocks)
        case .reportMode(let fault): status.mode = (status.mode & ~0o7777) | UInt32(fault.mode & 0o7777)
        case .reportInode(let fault):
            var hash = StableHash(seed: lie.item.rawValue)
            if fault.number == .changing { hash.combine(UInt64(lie.nth)) }
            status.inode = hash.value >> 1
        case .reportTime(let fault):
            let time = fault.moment.timestamp(nth: lie.nth)
            if fault.attribute != .changed { status.modified = time }
            if fault.attribute != .modified { status.changed = time }
        case .reportType(let fault):
            status.mode = (status.mode & 0o7777) | fault.kind.fileKind.rawValue
        case .reportStatus(let fault):
            status.blocks = fault.status == .notDownloaded ? 0 : (status.size + 511) / 512
        default: break
        }
    }
}

extension ReportTime.Moment {
    func timestamp(nth: Int) -> FileStatus.Timestamp {
        switch self {
        case .epoch: FileStatus.Timestamp(seconds: 0)
        case .future: FileStatus.Timestamp(seconds: FileStatus.Timestamp.now.seconds + 86_400)
        case .changing: FileStatus.Timestamp(seconds: 1_000_000_000 + Int64(nth))
        default: FileStatus.Timestamp(seconds: date?.seconds ?? 0)
        }
    }
}

extension ReportType.Kind {
    var fileKind: FileStatus.Kind {
        switch self {
        case .file: .regular
        case .directory: .directory
        case .symlink: .symbolicLink
        case .fifo: .fifo
        }
    }
}
