import FaultInjection
import ProviderModel
import SystemIO

extension ProviderServer {
    /// A fault of the content: on a read it changes what this read gives, on an open what the descriptor gives, on a
    /// download what was downloaded. Which of these, the operation's handler decides.
    func addLens(_ fired: FiredFault, _ gated: GatedCall) {
        guard let node = gated.subject.node,
            let lens = lens(fired, size: contentSize(of: node), perRead: gated.call.operation == .read)
        else { return }
        gated.effects.lenses.append(lens)
        gated.effects.rule = fired.rule
    }

    /// - Parameter perRead: the fault fired for one read, and is about the bytes that it touches.
    func lens(_ fired: FiredFault, size: Int64, perRead: Bool) -> ContentLens? {
        let kind: ContentLens.Kind
        switch fired.fault {
        case .endEarly(let fault): kind = .end(at: fault.at.offset(inSize: size))
        case .zeros(let fault):
            let from = min(size, fault.from.offset(inSize: size))
            let length = fault.length?.offset(inSize: size) ?? size - from
            kind = .zeros(from..<min(size, from + length))
        case .corrupt(let fault):
            let from = fault.from?.offset(inSize: size) ?? 0
            guard from < size else { return nil }
            kind =
                perRead
                ? .corruptRead(count: fault.bytes, from: from, roll: fired.roll)
                : .corrupt(places(count: fault.bytes, in: from..<size, roll: fired.roll))
        case .tear(let fault): kind = .newer(from: fault.at.offset(inSize: size))
        case .stale: kind = .older
        default: return nil
        }
        return ContentLens(kind: kind, rule: fired.rule)
    }

    private func places(count: Int, in range: Range<Int64>, roll: UInt64) -> Set<Int64> {
        Set(
            (0..<min(count, range.count)).map { index in
                var hash = StableHash(seed: roll)
                hash.combine(UInt64(index))
                return range.lowerBound + Int64(hash.value % UInt64(range.count))
            })
    }

    /// From now on the file looks as one that somebody is still writing.
    func grow(_ fault: Grow, _ fired: FiredFault, _ subject: Subject) {
        guard let node = subject.node, itemExtras[node]?.growth == nil else { return }
        extra(node) { $0.growth = ItemExtra.Growth(fault: fault, since: now, rule: fired.rule) }
        contentChanged(node)
    }

    func shrink(_ fault: Shrink, _ fired: FiredFault, _ subject: Subject) {
        guard let node = subject.node else { return }
        let size = contentSize(of: node)
        change(node) { $0.replace(with: .prefix(fault.to.offset(inSize: size)), dataless: false) }
        contentChanged(node)
        record(version: node, rule: fired.rule)
    }
}
