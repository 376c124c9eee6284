import Foundation
import Larder

/// The answer to "Can I eat this?", with its reasons and the missing data; pure.
struct FoodVerdict {
    let report: DietReport
    let code: String

    init(_ report: DietReport, code: String) {
        self.report = report
        self.code = code
    }

    var context: Fields {
        Fields(
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
    struct Fields: TemplateFields {
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
