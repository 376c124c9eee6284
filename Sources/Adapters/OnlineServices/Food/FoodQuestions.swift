import Foundation
import HTTPTransport
import Household
import Larder
import Messages
import OpenFoodFacts
import Recognition

extension OpenFoodFactsLarder {
    func questions(
        _ query: QuestionQuery, of voter: VoterIdentity
    ) async throws -> FoodService.Report<[FoodQuestion]> {
        let client = robotoff(as: .init(voter), over: reading)
        return try await asking(.robotoff) {
            guard let code = query.code else {
                let reply = try await client.questions(
                    where: try Self.filter(query), order: Self.order(query.order), page: max(1, query.page),
                    count: Self.count(query), language: Self.language(query))
                return report(reply)
            }
            guard OpenFoodFactsCode.isStorable(code) else {
                throw FoodService.Failure(HouseholdError(.barcodeRefused, localized("Robotoff knows no such number.")))
            }
            // The service has only one page.
            guard query.page <= 1 else { return .init([], raw: []) }
            let kinds = query.kinds.filter { !$0.isEmpty }
            // The service shortens the list before it sorts it, so a short list may lack the first entries.
            let reply = try await client.basic.questions(
                barcode: OpenFoodFactsCode.normalised(code), count: max(Self.usualCount, Self.count(query)),
                lang: Self.language(query).rawValue, insightTypes: kinds.isEmpty ? nil : kinds.joined(separator: ","))
            let all = report(reply)
            return .init(Array(Self.inOrder(all.value).prefix(Self.count(query))), raw: all.raw)
        }
    }

    private static let usualCount = 25

    private static func count(_ query: QuestionQuery) -> Int { min(max(1, query.count), 100) }

    private static func language(_ query: QuestionQuery) -> Language { Language(tag: query.language) ?? .english }

    private static func order(_ order: QuestionQuery.Order) -> QuestionOrder {
        switch order {
        case .popular: .popularity
        case .random: .random
        case .confidence: .confidence
        }
    }

    /// An unknown country makes the service refuse the whole request, so it is not sent.
    private static func filter(_ query: QuestionQuery) throws -> QuestionFilter {
        func some(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        let country = some(query.country).map { Country(rawValue: $0) }
        if case .other? = country {
            throw FoodService.Failure(
                HouseholdError(.valueRefused, localized("Open Food Facts has no such country."), detail: "country"))
        }
        return QuestionFilter(
            types: query.kinds.filter { !$0.isEmpty }.map { InsightType(rawValue: $0) }, valueTag: some(query.valueTag),
            brands: try [some(query.brand)].compactMap(\.self).map(Self.brand),
            // The country "world" is not sent: as a filter it would return only products that are sold everywhere.
            countries: [country].compactMap(\.self).filter { $0 != .world },
            campaigns: [some(query.campaign)].compactMap(\.self))
    }

    /// The service has brands as tags without a language: "l-oreal" for "L'Oréal" and for "xx:l-oreal".
    private static func brand(_ text: String) throws -> String {
        // The client refuses a list of brands.
        if text.contains(",") { return text }
        let tag = BrandTag.tag(of: text)
        guard !tag.isEmpty else {
            throw FoodService.Failure(HouseholdError(.valueRefused, localized("This is no brand."), detail: "brand"))
        }
        return tag
    }

    private static func inOrder(_ questions: [FoodQuestion]) -> [FoodQuestion] {
        let kinds: [InsightType] = [.category, .label, .brand]
        func rank(_ question: FoodQuestion) -> Int {
            kinds.firstIndex { $0.rawValue == question.kind } ?? kinds.count
        }
        return questions.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }

    private func report(
        _ reply: OpenFoodFactsReply<RobotoffList<Question>>
    ) -> FoodService.Report<[FoodQuestion]> {
        let questions = reply.value.items.compactMap { FoodQuestion($0) }
        let lost = reply.value.items.count + reply.value.unreadableItems - questions.count
        if lost > 0 { log("Robotoff: \(lost) of \(lost + questions.count) questions left out as malformed") }
        return .init(questions, raw: reply.body)
    }
}

extension FoodQuestion {
    /// Returns nil if the question cannot be answered or has no product.
    init?(_ question: Question) {
        guard let id = FoodQuestion.ID(question.insightID), OpenFoodFactsCode.isStorable(question.barcode),
            let text = FoodText.line(question.question, limit: 300)
        else { return nil }
        let value = FoodText.line(question.value)
        self.init(
            id: id, code: question.barcode, kind: FoodText.line(question.insightType?.rawValue, limit: 60) ?? "unknown",
            text: text,
            // The service sends the tag if it has no name in the requested language.
            value: question.valueIsTag ? value.map { FoodText.words(ofTags: $0) } : value,
            valueTag: FoodText.line(question.valueTag) ?? (question.valueIsTag ? value : nil),
            pictureAddress: FoodText.address(question.sourceImageURL),
            referenceAddress: Self.drawable(question.referenceImageURL))
    }

    /// Half of the label logos are SVG drawings, which this application does not decode: such a question has no
    /// picture.
    private static func drawable(_ url: URL?) -> String? {
        let isDrawing = url.map { ["svg", "svgz"].contains($0.pathExtension.lowercased()) } ?? false
        return isDrawing ? nil : FoodText.address(url)
    }
}
