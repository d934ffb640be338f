import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

extension ProviderServer {
    package func openDirectory(_ request: OpenRequest, _ reply: consuming OpenReply) {
        let call = Call(.opendir, request.node, threadID: request.caller.threadID)
        guard nodes.isKnown(request.node) else { return fail(reply, call, .stale) }
        if plan.scope == .required {
            let process = processes.process(ofThread: request.caller.threadID, fresh: true)
            guard mayOpen(request.node, process, isFolder: true) else { return fail(reply, call, .notPermitted) }
        }
        if isUntouched(request.node, by: .opendir) { return open(call, request, reply, CallEffects()) }
        gated(call, subject(request.node), reply) { [unowned self] reply, effects in
            open(call, request, reply, effects)
        }
    }

    private func open(
        _ call: Call, _ request: OpenRequest, _ reply: consuming OpenReply, _ effects: CallEffects
    ) {
        do throws(Errno) {
            let listing: (any SourceListing)? =
                if let place = nodes.source(of: request.node) { try source.openDirectory(place) } else { nil }
            let directory = OpenDirectory(node: request.node, source: listing)
            apply(effects, to: directory)
            let handle = openDirectories.add(directory)
            let options = listingOptions(for: directory)
            if !reply.opened(OpenedFile(handle: handle, options: options)) { _ = openDirectories.remove(handle) }
            done(call, effects: effects)
        } catch {
            fail(reply, call, error, rule: effects.rule)
        }
    }

    private static let listingOperations = OperationSet([.readdir, .listEntry, .opendir])

    /// A folder that nothing but its source decides about is listed from the kernel's memory, unless its dates tell that
    /// the source has changed since. With a trace each listing is asked for.
    private func listingOptions(for directory: OpenDirectory) -> OpenOptions {
        let folder = directory.node
        guard trace == nil, provider.isOrdinary, !rulesMoveThings,
            ruledOperations.isDisjoint(with: ProviderServer.listingOperations), !overlay.touches(folder),
            directory.pages == nil, directory.phantoms.isEmpty, validity(of: folder) == Validity.untouched
        else { return [] }
        let moment = moment(of: directory)
        let known = cachedListings.updateValue(moment, forKey: folder)
        return moment != nil && known == .some(moment) ? [.cacheListing, .keepCache] : .cacheListing
    }

    /// What the folder's listing will be remembered by; nil right after a change, when there may come another under
    /// the same date.
    private func moment(of directory: OpenDirectory) -> FolderMoment? {
        let listed = try? directory.source?.descriptor?.status()
        guard let status = listed ?? nodes.source(of: directory.node).flatMap({ try? source.status(of: $0) }) else {
            return nil
        }
        let moment = FolderMoment(status)
        return moment.isQuiet(for: FolderMoment.tick) ? moment : nil
    }

    /// What the kernel remembers of a folder's listing is void.
    func listingChanged(_ folder: NodeID) {
        if cachedListings.removeValue(forKey: folder) != nil {
            notifier?.send(.content(folder))
        } else {
            notifier?.send(.attributes(folder))
        }
    }

    /// The rules changed, and perhaps what they say about listings.
    func takeBackListings() {
        for folder in cachedListings.keys where nodes.isKnown(folder) { notifier?.send(.content(folder)) }
        cachedListings = [:]
    }

    private func apply(_ effects: CallEffects, to directory: OpenDirectory) {
        for lie in effects.lies {
            switch lie.fault {
            case .phantom(let fault):
                // A rule about `readdir` fires for each part of a listing, and the name is in it once.
                let name = FileName(fault.name)
                if !directory.phantoms.contains(name) { directory.phantoms.append(name) }
            case .pageListing(let fault): directory.pages = (fault, lie.rule)
            default: break
            }
        }
    }

    package func readDirectory(_ request: ListRequest, _ reply: consuming ListingReply) {
        list(request, reply, withEntries: false)
    }

    package func readDirectoryPlus(_ request: ListRequest, _ reply: consuming ListingReply) {
        list(request, reply, withEntries: true)
    }

    package func releaseDirectory(_ request: HandleRequest, _ reply: consuming DoneReply) {
        _ = openDirectories.remove(request.handle)
        reply.done()
        record(Call(.releasedir, request.node, threadID: 0))
    }

    private func list(_ request: ListRequest, _ reply: consuming ListingReply, withEntries: Bool) {
        let call = Call(
            .readdir, request.node, threadID: request.caller.threadID, offset: Int64(bitPattern: request.offset),
            length: Int64(request.size))
        guard let directory = openDirectories[request.handle] else { return fail(reply, call, .stale) }
        if isUntouched(request.node, by: .readdir), directory.pages == nil {
            return fill(call, directory, request, reply, CallEffects(), withEntries)
        }
        gated(call, subject(request.node), reply) { [unowned self] reply, effects in
            apply(effects, to: directory)
            guard let pages = directory.pages, request.offset != 0, directory.hasListedAPage else {
                return fill(call, directory, request, reply, effects, withEntries)
            }
            let kept = HeldReply(reply)
            let waiting = GatedCall(
                call, subject(request.node), process: nil, faults: [], interrupts: { kept.onInterrupt($0) },
                finish: { _ in })
            hold(waiting, reason: .rule(pages.rule), until: now + pages.fault.wait) { [unowned self] ending in
                guard let reply = kept.take() else { return }
                if case .over = ending { return fill(call, directory, request, reply, effects, withEntries) }
                fail(reply, call, .interrupted)
            }
        }
    }

    private func fill(
        _ call: Call, _ directory: OpenDirectory, _ request: ListRequest, _ reply: consuming ListingReply,
        _ effects: CallEffects, _ withEntries: Bool
    ) {
        do throws(Errno) {
            var filler = ListingFiller(self, directory, request, withEntries: withEntries)
            try filler.fill(&listingBuffer)
            directory.hasListedAPage = true
            reply.entries(listingBuffer)
            done(call, result: filler.count, effects: effects)
        } catch {
            fail(reply, call, error, rule: effects.rule)
        }
    }
}
