import Foundation
import Household
import Messages
import Plants
import Recognition

/// The fields of the page of an identification; pure.
struct ResultModel {
    let identification: Identification
    let policy: Policy
    let kept: (name: String, id: Plant.ID)?
    var second = SecondOpinionModel()
    /// The plants of the household that the photographs may show.
    var own: [OwnPlants.Match] = []

    private var answer: Answer { identification.answer }
    private var top: Candidate? { answer.candidates.first }

    var areGuesses: Bool { answer.verdict == .noClearMatch }
    /// True if the model does not know the plant. Its confidence then says nothing, so the page shows no bars and words.
    var isUnknown: Bool { answer.reason == .outsideKnowledge }

    var headline: String {
        let name = top.map { Self.called($0.taxon) } ?? localized("Nothing", context: "no candidate")
        switch answer.reason {
        case .confident: return name
        case .uncertain, .small, .unfamiliar:
            return answer.verdict == .unsure
                ? localized("Perhaps \(name, "plant")") : localized("Not sure. The best match is \(name, "plant")")
        case .low, .close: return localized("No clear match")
        case .outsideKnowledge: return localized("We couldn’t identify this plant")
        case .noPlant: return localized("This does not look like a plant")
        case .unanswered: return second.waiting == nil ? localized("No answer") : localized("Waiting for Pl@ntNet")
        }
    }

    var text: String {
        switch answer.reason {
        case .confident:
            localized("Likely. Compare it with your plant before you add it.")
        case .uncertain:
            answer.verdict == .unsure
                ? localized("Unsure. Add another photo, if possible of a flower.")
                : localized("Doubtful. Add another photo, closer and in daylight.")
        case .unfamiliar:
            localized(
                "Unsure: the photo is not quite like those that the model learned from. Add another photo, if possible of a flower."
            )
        case .small:
            localized("Unsure, because the photo is very small. Use the original photo, not a preview.")
        case .low: localized("The photo matches no plant that the model knows. Another photo may help.")
        case .close:
            localized("The first two candidates match equally well. Another photo may show which one it is.")
        case .outsideKnowledge:
            localized(
                """
                The photo is not like the plants that the model of this server knows. The model knows flowers better \
                than leaves. Pl@ntNet knows tens of thousands more plants.
                """)
        case .noPlant:
            answer.source == .device
                ? localized("The model sees something else in this photo. Go closer, and show only one plant.")
                : localized("Pl@ntNet sees no plant in this photo. Go closer, and show only one plant.")
        case .unanswered where second.waiting == nil:
            identification.findings.asked.failure?.words ?? localized("This photo has not been checked.")
        case .unanswered:
            localized(
                """
                The photo is saved. It is sent to Pl@ntNet as soon as possible. The answer will then be on this page.
                """)
        }
    }

    var provenance: String {
        let count = identification.photographs.count
        let sentence = Provenance(identification.findings, zone: Wording.zone).sentence
        guard count != 1 else { return sentence }
        return localized(count, one: "1 photo.", other: "\(count, "count") photos.") + " " + sentence
    }

    /// A comparison of both answers; nil if one of them is missing.
    var agreement: String? {
        let findings = identification.findings
        guard let agreement = findings.agreement else { return nil }
        let ours = findings.device?.candidates.first.map {
            "\($0.taxon.scientificName) (\(Wording.percent($0.confidence)) %)"
        }
        let theirs = findings.service?.candidates.first?.taxon
        switch agreement {
        case .species:
            return theirs.map { localized("The model and Pl@ntNet agree: \($0.scientificName, "name").") }
                ?? localized("The model and Pl@ntNet both see no plant.")
        case .genus: return Self.agreement(on: theirs?.genus, ours)
        case .none: return Self.difference(ours, theirs?.scientificName)
        }
    }

    private static func agreement(on genus: String?, _ ours: String?) -> String {
        let genus = genus ?? localized("the genus")
        guard let ours else {
            return localized("The model and Pl@ntNet agree on \(genus, "genus"). The model says another species.")
        }
        return localized("The model and Pl@ntNet agree on \(genus, "genus"). The model says \(ours, "name").")
    }

    private static func difference(_ ours: String?, _ theirs: String?) -> String {
        switch (ours, theirs) {
        case (let ours?, let theirs?):
            localized(
                "The answers differ: the model says \(ours, "name"), Pl@ntNet says \(theirs, "otherName").")
        case (let ours?, nil):
            localized("The answers differ: the model says \(ours, "name"), Pl@ntNet says it is no plant.")
        case (nil, let theirs?):
            localized("The answers differ: the model says it is no plant, Pl@ntNet says \(theirs, "otherName").")
        case (nil, nil):
            localized("The answers differ: the model says it is no plant, Pl@ntNet says it is no plant.")
        }
    }

    var context: Page {
        Page(
            identification: identification.id.rawValue,
            photographs: identification.photographs.enumerated().map { place, id in
                Picture(
                    display: Site.display(id), thumbnail: Site.thumbnail(id),
                    alt: place == 0 ? localized("Your photo") : localized("Photo \(place + 1, "number")"),
                    first: place == 0)
            },
            verdictKind: answer.verdict.rawValue, verdictHeadline: headline, verdictText: text,
            hazards: identification.findings.contactHazards(under: policy).map { Hazard(warning: $0.warning) },
            ownAction: Site.ownPlant(identification.id), hasOwn: !own.isEmpty, own: own.map(Own.init),
            provenance: provenance, hasCandidates: !answer.candidates.isEmpty, guesses: areGuesses,
            isUnknown: isUnknown, candidates: answer.candidates.filter(isShown).map(candidate), hasMore: !rest.isEmpty,
            more: rest.map(candidate), moreCount: String(rest.count),
            hasRollups: !answer.rollUps.isEmpty && !isUnknown,
            rollups: answer.rollUps.map { group in
                RollUp(name: group.name, kind: Self.word(group.rank), percent: Wording.percent(group.confidence))
            },
            keepAction: Site.keep(identification.id), noneAction: Site.noneOfThese(identification.id),
            angleAction: Site.angles(identification.id),
            canAddAngle: kept == nil && identification.photographs.count < policy.photographLimit,
            anglesLeft: String(policy.photographLimit - identification.photographs.count),
            // The second opinion is above the list unless the answer is likely.
            asksFirst: answer.verdict != .likely, isFromAfar: answer.source != .device,
            isOfPlantNet: identification.findings.service != nil, agreement: agreement,
            kept: kept.map { SavedPlantFields(href: Site.plant($0.id), name: $0.name) },
            second: second.context(of: identification))
    }

    /// Returns true for the first three candidates and, unless the plant is unknown, for those of at least 1 %.
    private func isShown(_ candidate: Candidate) -> Bool {
        candidate.rank <= 3 || !isUnknown && candidate.confidence.value >= 0.01
    }

    /// The candidates that are collapsed below the others.
    private var rest: [Candidate] { isUnknown ? [] : answer.candidates.filter { !isShown($0) } }

    private func candidate(_ candidate: Candidate) -> CandidateRow {
        let band = answer.band(of: candidate, under: policy)
        return CandidateRow(
            scientificName: candidate.taxon.scientificName,
            commonNames: candidate.taxon.commonNames.prefix(3).joined(separator: ", "),
            family: candidate.taxon.family ?? "", percent: Wording.percent(candidate.confidence),
            width: Wording.width(candidate.confidence), band: band.rawValue, word: Wording.word(band),
            isFirst: candidate.rank == 1, value: Self.value(candidate), both: both(candidate))
    }

    /// Returns the confidence of each source; nil unless both sources answered.
    private func both(_ candidate: Candidate) -> Both? {
        guard identification.findings.service != nil, identification.findings.device != nil else { return nil }
        func percent(_ confidence: Confidence?) -> String {
            confidence.map { Wording.percent($0) + " %" } ?? localized("not listed")
        }
        return Both(service: percent(candidate.service), device: percent(candidate.device))
    }

    /// The form value of a candidate: its rank and name, because the list may change after the page was rendered.
    static func value(_ candidate: Candidate) -> String { "\(candidate.rank):\(candidate.taxon.scientificName)" }

    /// Parses a form value as a choice. Returns nil if it is invalid.
    static func choice(_ value: String) -> Choice? {
        let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
        guard let rank = parts.first.flatMap(Int.init) else { return nil }
        return .candidate(rank: rank, named: parts.count == 2 ? parts[1] : nil)
    }

    /// Returns for example "Corn poppy", or "A kind of Dahlia" if only the genus was identified.
    static func called(_ taxon: Taxon) -> String {
        switch taxon.rank {
        case .species: taxon.commonNames.first ?? taxon.scientificName
        case .genus: localized("A kind of \(taxon.scientificName, "genus")")
        case .family: localized("A plant of the family \(taxon.scientificName, "family")")
        }
    }

    private static func word(_ rank: Taxon.Rank) -> String {
        switch rank {
        case .species: localized("species", context: "rank of a plant")
        case .genus: localized("genus", context: "rank of a plant")
        case .family: localized("family", context: "rank of a plant")
        }
    }
}

extension ResultModel {
    struct Picture: TemplateFields {
        let display: String
        let thumbnail: String
        let alt: String
        let first: Bool
    }

    /// A plant of the household that the photograph may show.
    struct Own: TemplateFields {
        let id: String
        let href: String
        let name: String
        let room: String?
        let thumbnail: String?

        init(_ match: OwnPlants.Match) {
            id = match.plant.id.rawValue
            href = Site.plant(match.plant.id)
            name = match.plant.name
            room = match.plant.room
            thumbnail = match.plant.photographs.first.map(Site.thumbnail)
        }
    }

    struct Hazard: TemplateFields {
        let warning: String
    }

    struct RollUp: TemplateFields {
        let name: String
        let kind: String
        let percent: String
    }

    /// The fields of result.mustache.
    struct Page: PageFields {
        static let template = "result"

        let identification: String
        let photographs: [Picture]
        let verdictKind: String
        let verdictHeadline: String
        let verdictText: String
        let hazards: [Hazard]
        let ownAction: String
        let hasOwn: Bool
        let own: [Own]
        let provenance: String
        let hasCandidates: Bool
        let guesses: Bool
        let isUnknown: Bool
        let candidates: [CandidateRow]
        let hasMore: Bool
        let more: [CandidateRow]
        let moreCount: String
        let hasRollups: Bool
        let rollups: [RollUp]
        let keepAction: String
        let noneAction: String
        let angleAction: String
        let canAddAngle: Bool
        let anglesLeft: String
        let asksFirst: Bool
        let isFromAfar: Bool
        let isOfPlantNet: Bool
        let agreement: String?
        let kept: SavedPlantFields?
        let second: SecondOpinionModel.Fields
        var limits = UploadLimits()
    }

    struct SavedPlantFields: TemplateFields {
        let href: String
        let name: String
    }

    /// The fields of candidate.mustache.
    struct CandidateRow: TemplateFields {
        let scientificName: String
        let commonNames: String
        let family: String
        let percent: String
        let width: String
        let band: String
        let word: String
        let isFirst: Bool
        let value: String
        let both: Both?
    }

    struct Both: TemplateFields {
        let service: String
        let device: String
    }
}
