import FoundationEssentials
import Household
import Messages
import Recognition

/// An answer as the text of one column; only Stillroom writes and reads it. Embeddings are not stored.
enum AnswerText {
    private struct Form: Codable {
        struct Name: Codable {
            var latin: String
            var common: [String]
            var family: String?
            var rank: String
            var powo: String?
            var gbif: String?
        }

        struct Line: Codable {
            var name: Name
            var confidence: Double
            var device: Double?
            var service: Double?
        }

        struct Group: Codable {
            var name: String
            var rank: String
            var confidence: Double
        }

        var verdict: String
        var reason: String
        var candidates: [Line]
        var groups: [Group]
        var source: String
        var model: String
        var decode: Double
        var inference: Double
        var total: Double
        var answeredAt: Int64
    }

    static func written(_ answer: Answer) throws -> String {
        let form = Form(
            verdict: answer.verdict.rawValue, reason: answer.reason.rawValue,
            candidates: answer.candidates.map { candidate in
                .init(
                    name: .init(
                        latin: candidate.taxon.scientificName, common: candidate.taxon.commonNames,
                        family: candidate.taxon.family, rank: candidate.taxon.rank.rawValue,
                        powo: candidate.taxon.powo, gbif: candidate.taxon.gbif),
                    confidence: candidate.confidence.value, device: candidate.device?.value,
                    service: candidate.service?.value)
            },
            groups: answer.rollUps.map {
                .init(name: $0.name, rank: $0.rank.rawValue, confidence: $0.confidence.value)
            },
            source: answer.source.rawValue, model: answer.model, decode: answer.durations.decode,
            inference: answer.durations.inference, total: answer.durations.total,
            answeredAt: answer.answeredAt.milliseconds)
        return try Columns.json(form)
    }

    static func read(_ text: String) throws -> Answer {
        guard let form = try? Columns.value(Form.self, of: text, "answer"),
            let verdict = Verdict(rawValue: form.verdict), let reason = Reason(rawValue: form.reason),
            let source = Answer.Source(rawValue: form.source)
        else { throw damaged }
        return Answer(
            verdict: verdict, reason: reason,
            candidates: try form.candidates.enumerated().map { place, line in
                Candidate(
                    rank: place + 1,
                    taxon: Taxon(
                        scientificName: line.name.latin, commonNames: line.name.common, family: line.name.family,
                        rank: try rank(line.name.rank), powo: line.name.powo, gbif: line.name.gbif),
                    confidence: Confidence(line.confidence), device: line.device.map(Confidence.init),
                    service: line.service.map(Confidence.init))
            },
            rollUps: try form.groups.map {
                RollUp(name: $0.name, rank: try rank($0.rank), confidence: Confidence($0.confidence))
            },
            source: source, model: form.model,
            durations: .init(decode: form.decode, inference: form.inference, total: form.total),
            answeredAt: Date(milliseconds: form.answeredAt))
    }

    private static func rank(_ word: String) throws -> Taxon.Rank {
        guard let rank = Taxon.Rank(rawValue: word) else { throw damaged }
        return rank
    }

    private static var damaged: HouseholdError {
        HouseholdError(
            .storageFailed, localized("The database holds an answer that was never written by Stillroom."),
            hint: localized("stillroom doctor looks closer."))
    }
}
