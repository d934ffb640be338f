import Reporting

/// Holds what a trial left behind against the eight rules of the README. Pure: the same witnesses, the same verdict.
package enum Judge {
    /// The broken rules, in the order of their numbers.
    package static func violations(in witnesses: Witnesses) -> [Violation] {
        let evidence = Evidence(witnesses)
        return [
            NothingHalfImported.check,
            WholeVersionsOnly.check,
            SurvivesRelaunch.check,
            NothingOverwritten.check,
            NothingLeftOver.check,
            AccessIsBracketed.check,
            EndsWithinBound.check,
            ImportsWhatIsWhole.check,
        ].flatMap { $0(evidence) }
    }
}
