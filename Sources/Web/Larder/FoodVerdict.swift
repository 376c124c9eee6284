import Foundation
import Larder
import Messages

/// The answer to "Can I eat this?", with its reasons and the missing data; pure.
struct FoodVerdict {
    let report: DietReport
    let code: String
    /// The person whose diet it is, with the place in the list; nil for the household.
    let person: (place: Int, name: String)?

    init(_ report: DietReport, code: String, of person: (place: Int, name: String)? = nil) {
        self.report = report
        self.code = code
        self.person = person
    }

    var context: Fields {
        Fields(
            questionId: person.map { "can-eat-\($0.place)" } ?? "can-eat",
            question: person.map { localized("Can \($0.name, "person") eat this?") } ?? localized("Can I eat this?"),
            answer: report.answer.rawValue, sentence: report.sentence, icon: Self.icon(report.answer),
            findings: report.findings.map(row), missing: missing,
            editLink: Wording.edit(code))
    }

    private func row(_ finding: DietReport.Finding) -> Row {
        Row(
            answer: finding.answer.rawValue, icon: Self.icon(finding.answer), found: finding.found,
            because: finding.because)
    }

    /// The missing data that prevent an answer, without duplicates.
    private var missing: [WordsFields] {
        var seen: Set<DietReport.Missing> = []
        return report.findings.compactMap(\.missing).filter { seen.insert($0).inserted }.map {
            WordsFields(words: $0.words)
        }
    }

    static func icon(_ answer: DietReport.Answer) -> String {
        switch answer {
        case .yes: "check"
        case .no: "cross"
        case .careful: "warning"
        case .cannotTell: "unknown"
        }
    }
}

extension FoodVerdict {
    /// The fields of can-eat.mustache.
    struct Fields: SharedFields {
        let questionId: String
        let question: String
        let answer: String
        let sentence: String
        let icon: String
        let findings: [Row]
        let missing: [WordsFields]
        let editLink: String
    }

    struct Row: TemplateFields {
        let answer: String
        let icon: String
        let found: String
        let because: String
    }
}
