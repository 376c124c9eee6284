import Foundation
import Household
import Messages
import Recognition

extension AnswerSheet {
    /// An answer for people: verdict, candidates with bar, word and number, and the source.
    static func table(_ findings: InquiryResult, name: String, top: Int, under policy: Policy) -> String {
        let answer = findings.answer
        var lines = ["\(name): \(Terminal.styled(headline(answer), style(answer.verdict)))"]
        // The confidence of an unknown plant says nothing, so its guesses have no bars and words, as on the page.
        let isUnknown = answer.reason == .outsideKnowledge
        if isUnknown { lines += guesses(answer, top: top) }
        let shown = isUnknown ? [] : Array(answer.candidates.prefix(top))
        let width = shown.map { $0.taxon.scientificName.count }.max() ?? 0
        for candidate in shown {
            let percent = Int((candidate.confidence.value * 100).rounded())
            let shownBand = answer.band(of: candidate, under: policy)
            let word = word(shownBand)
                .padding(toLength: wordWidth, withPad: " ", startingAt: 0)
            let name = candidate.taxon.scientificName.padding(toLength: width, withPad: " ", startingAt: 0)
            let number = String(repeating: " ", count: max(0, 3 - String(percent).count)) + "\(percent) %"
            let common = candidate.taxon.commonNames.prefix(2).joined(separator: ", ")
            let family = candidate.taxon.family.map { " (\($0))" } ?? ""
            let other = findings.service == nil || findings.device == nil ? "" : "  " + both(candidate)
            let band = style(shownBand)
            lines.append(
                "  \(Terminal.styled(bar(percent), band)) \(number)  \(word)  \(name)  \(common)\(family)\(other)")
        }
        for group in answer.rollUps.prefix(isUnknown ? 0 : 2) {
            let percent = Int((group.confidence.value * 100).rounded())
            lines.append("  " + together(group, percent))
        }
        lines += findings.contactHazards(under: policy).map { "  " + Terminal.styled($0.warning, .yellow) }
        // No household is open here.
        let zone = SystemZones.zones(environment: ProcessInfo.processInfo.environment).system
        lines.append("  " + Provenance(findings, zone: zone).sentence)
        if findings.agreement == InquiryResult.Agreement.none {
            let ours = findings.device?.candidates.first?.taxon.scientificName ?? localized("no plant")
            let theirs = findings.service?.candidates.first?.taxon.scientificName ?? localized("no plant")
            lines.append(
                "  "
                    + localized(
                        "The answers differ: \(ours, "plant") by the model, \(theirs, "otherPlant") by Pl@ntNet."))
        }
        if findings.service != nil {
            lines.append("  " + localized("Names and scores of Pl@ntNet: https://plantnet.org"))
        }
        return lines.joined(separator: "\n")
    }

    /// One line with at most three names.
    private static func guesses(_ answer: Answer, top: Int) -> [String] {
        let names = answer.candidates.prefix(min(top, 3)).map { candidate in
            candidate.taxon.scientificName + (candidate.taxon.commonNames.first.map { " (\($0))" } ?? "")
        }
        guard !names.isEmpty else { return [] }
        let list = names.joined(separator: ", ")
        return ["  " + localized("Only guesses, probably wrong: \(list, "plants")")]
    }

    /// The confidence that each source gave to a candidate, if both sources answered.
    private static func both(_ candidate: Candidate) -> String {
        func percent(_ confidence: Confidence?) -> String {
            confidence.map { "\(Int(($0.value * 100).rounded())) %" } ?? "–"
        }
        let (service, device) = (percent(candidate.service), percent(candidate.device))
        return "[" + localized("Pl@ntNet \(service, "percent"), here \(device, "otherPercent")") + "]"
    }

    private static func together(_ group: RollUp, _ percent: Int) -> String {
        switch group.rank {
        case .species: localized("together: \(percent, "percent") % species \(group.name, "name")")
        case .genus: localized("together: \(percent, "percent") % genus \(group.name, "name")")
        case .family: localized("together: \(percent, "percent") % family \(group.name, "name")")
        }
    }

    private static func headline(_ answer: Answer) -> String {
        switch answer.reason {
        case .confident: localized("likely")
        case .uncertain: answer.verdict == .unsure ? localized("unsure") : localized("doubtful")
        case .unfamiliar: localized("unsure: the photo is not quite like those that the model learned from")
        case .small: localized("unsure: the photo is very small")
        case .low: localized("no clear match: no plant is similar enough")
        case .close: localized("no clear match: the first two match equally well")
        case .outsideKnowledge: localized("not identified: the model does not know this plant")
        case .noPlant: localized("this does not look like a plant")
        case .unanswered: localized("no recogniser could be asked yet")
        }
    }

    private static func style(_ verdict: Verdict) -> TextStyle {
        switch verdict {
        case .likely: .green
        case .unsure: .yellow
        default: .bold
        }
    }

    private static func style(_ band: Confidence.Band) -> TextStyle {
        switch band {
        case .likely: .green
        case .unsure: .yellow
        case .doubtful: .red
        }
    }

    private static func word(_ band: Confidence.Band) -> String {
        switch band {
        case .likely: localized("Likely")
        case .unsure: localized("Unsure")
        case .doubtful: localized("Doubtful")
        }
    }

    /// The number of characters of the longest word for a confidence.
    private static var wordWidth: Int { Confidence.Band.allCases.map { word($0).count }.max() ?? 0 }

    private static func bar(_ percent: Int) -> String {
        let full = max(percent > 0 ? 1 : 0, Int((Double(percent) / 10).rounded()))
        return String(repeating: "█", count: full) + String(repeating: "·", count: 10 - full)
    }
}
