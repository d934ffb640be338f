import ImportCore
import Testing

/// The order of durability, held against every point at which a process or a machine can die.
@Suite struct JournalPropertyTests {
    private func run(_ library: ModelLibrary, _ source: ModelSource = ModelSource()) -> Result<
        ImportEntry, ImportFailure
    > {
        let run = ImportRun(
            source: source, journal: library, storage: library, validator: ModelValidator(),
            control: ImportControl(now: { .zero }))
        do throws(ImportFailure) {
            return .success(try run.perform())
        } catch {
            return .failure(error)
        }
    }

    /// Recovers, and states what has to hold afterwards.
    private func recoverAndCheck(_ library: ModelLibrary, _ source: ModelSource, _ point: Comment) throws {
        _ = try Recovery(journal: library, storage: library).run()
        library.state.withLock { state in
            #expect(state.staging.isEmpty, point)
            #expect(state.rows.values.allSatisfy { $0.isAvailable }, point)
            let named = Set(state.rows.values.compactMap(\.result?.path))
            #expect(named == Set(state.documents.keys), point)
            #expect(state.documents.values.allSatisfy { $0.bytes == source.bytes }, point)
        }
    }

    private var available: (ModelLibrary) -> Int {
        { library in library.state.withLock { $0.rows.values.count(where: \.isAvailable) } }
    }

    @Test func `a clean import leaves one available entry and no more`() throws {
        let library = ModelLibrary()
        let source = ModelSource()
        _ = try run(library, source).get()
        try recoverAndCheck(library, source, "clean")
        #expect(available(library) == 1)
        #expect(source.counts.withLock { $0 } == .init(starts: 1, stops: 1, claims: 1, releases: 1, opens: 1))
    }

    @Test(
        arguments: [ModelLibrary.Fault.dieBefore, .dieAfter, .failOnce, .failForGood, .failAfterEffect], [false, true])
    func `at every operation a fault leaves the library whole`(fault: ModelLibrary.Fault, losesPower: Bool) throws {
        var generator = SeededGenerator(seed: 1)
        var operation = 1
        var reached = true
        while reached {
            let library = ModelLibrary()
            let source = ModelSource()
            library.arm(fault, at: operation)
            let result = run(library, source)
            reached = library.relaunch() >= operation
            if losesPower { library.losePower(&generator) }
            try recoverAndCheck(library, source, "\(fault) at operation \(operation), power lost: \(losesPower)")
            switch result {
            case .success:
                #expect(available(library) == 1, "\(fault) at \(operation)")
            case .failure:
                // Whoever dies after the commit can't say that it succeeded, and a disk that fails for good from
                // the commit on can't take it back.
                #expect(
                    available(library) == 0 || fault == .dieAfter || fault == .failForGood, "\(fault) at \(operation)")
            }
            #expect(source.counts.withLock { $0.starts == $0.stops && $0.claims == $0.releases })
            operation += 1
        }
        #expect(operation > 9, "the import made fewer operations than it has steps")
    }

    @Test func `a recovery that dies anywhere is finished by the next`() throws {
        for operation in 1...12 {
            let source = ModelSource()
            for second in 1...12 {
                let library = ModelLibrary()
                library.arm(.dieAfter, at: operation)
                _ = run(library, source)
                library.relaunch()
                library.arm(.dieAfter, at: second)
                _ = try? Recovery(journal: library, storage: library).run()
                library.relaunch()
                try recoverAndCheck(library, source, "import died at \(operation), recovery at \(second)")
            }
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `a long life of imports, faults and relaunches keeps what was promised`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let library = ModelLibrary()
        let source = ModelSource()
        var promised: Set<EntryID> = []
        for _ in 0..<30 {
            let faults: [ModelLibrary.Fault?] = [nil, .dieBefore, .dieAfter, .failOnce, .failAfterEffect]
            if let fault = faults.randomElement(using: &generator)! {
                library.arm(fault, at: Int.random(in: 1...14, using: &generator))
            }
            if case .success(let entry) = run(library, source) { promised.insert(entry.id) }
            if Bool.random(using: &generator) {
                library.relaunch()
                if Bool.random(using: &generator) { library.losePower(&generator) }
                try recoverAndCheck(library, source, "seed \(seed)")
            }
        }
        library.relaunch()
        try recoverAndCheck(library, source, "seed \(seed)")
        let kept = library.state.withLock { Set($0.rows.keys) }
        #expect(promised.isSubset(of: kept), "seed \(seed)")
    }
}
