extension DirectionsScore {
    /// Counts over many scores.
    package struct Summary: Sendable, Hashable, Codable {
        /// The counts for one expectation.
        package struct Row: Sendable, Hashable, Codable {
            package var lines = 0
            package var exact = 0
            /// Readings with every safety field right, whatever their status.
            package var fieldsRight = 0
            package var silentlyWrong = 0
            package var flagged = 0
            package var refused = 0
            package var readAsDose = 0
            package var missingFlags = 0
            /// Readings with the status `ok`, right or wrong.
            package var statusOK = 0

            package init() {}

            package func share(_ count: KeyPath<Self, Int>) -> Double {
                lines == 0 ? 0 : Double(self[keyPath: count]) / Double(lines)
            }
        }

        package private(set) var rows: [LabelledDirections.Expected: Row] = [:]
        /// How often each field is wrong, over all lines that need not be refused.
        package private(set) var wrongFields: [Field: Int] = [:]

        package init(_ scores: some Sequence<DirectionsScore> = []) {
            for score in scores { add(score) }
        }

        package mutating func add(_ score: DirectionsScore) {
            var row = rows[score.expected] ?? Row()
            row.lines += 1
            row.exact += score.isExact ? 1 : 0
            row.fieldsRight += score.areFieldsRight ? 1 : 0
            row.silentlyWrong += score.isSilentlyWrong ? 1 : 0
            row.flagged += score.isFlagged ? 1 : 0
            row.refused += score.status == .refuse ? 1 : 0
            row.readAsDose += score.isReadAsDose ? 1 : 0
            row.missingFlags += score.missingFlags.isEmpty ? 0 : 1
            row.statusOK += score.status == .ok ? 1 : 0
            rows[score.expected] = row
            guard score.expected != .refuse else { return }
            for field in score.wrong { wrongFields[field, default: 0] += 1 }
        }

        package subscript(expected: LabelledDirections.Expected) -> Row { rows[expected] ?? Row() }

        package var lines: Int { rows.values.reduce(0) { $0 + $1.lines } }

        /// The share of lines that are `ok` although a field is wrong or a review or refusal is expected.
        package var silentlyWrong: Double {
            lines == 0 ? 0 : Double(rows.values.reduce(0) { $0 + $1.silentlyWrong }) / Double(lines)
        }

        /// The two most important numbers, in one line.
        private var headline: String {
            let wrong = rows.values.reduce(0) { $0 + $1.silentlyWrong }
            return "silently wrong: \(wrong) of \(lines) lines (\(Self.share(silentlyWrong))), "
                + "exact: \(cell(self[.full], \.exact)) of the full ones\n\n"
        }

        /// A table for the terminal, with columns of equal width.
        package var table: String {
            let head = [
                "expected", "lines", "exact", "fields right", "silently wrong", "flagged", "read as dose",
                "flags missing",
            ]
            let lines = LabelledDirections.Expected.allCases.map { expected in
                let row = self[expected]
                let isRefusal = expected == .refuse
                return [
                    expected.rawValue, "\(row.lines)", isRefusal ? "–" : cell(row, \.exact),
                    isRefusal ? "–" : cell(row, \.fieldsRight), cell(row, \.silentlyWrong),
                    cell(row, \.flagged),
                    isRefusal ? cell(row, \.readAsDose) : "–", "\(row.missingFlags)",
                ]
            }
            let widths = head.indices.map { column in ([head] + lines).map { $0[column].count }.max() ?? 0 }
            let text = ([head] + lines).map { cells in
                zip(cells, widths).enumerated().map { column, cell in
                    let space = String(repeating: " ", count: cell.1 - cell.0.count)
                    return column == 0 ? cell.0 + space : space + cell.0
                }.joined(separator: "  ")
            }
            let wrong = Field.allCases.map { "\($0.rawValue) \(wrongFields[$0] ?? 0)" }.joined(separator: ", ")
            return headline + (text + ["", "Fields wrong: \(wrong)."]).joined(separator: "\n") + "\n"
        }

        private func cell(_ row: Row, _ count: KeyPath<Row, Int>) -> String {
            guard row.lines > 0 else { return "0" }
            return "\(row[keyPath: count]) (\(Self.share(row.share(count))))"
        }

        private static func share(_ value: Double) -> String {
            let thousandths = Int((value * 1000).rounded())
            return "\(thousandths / 1000).\(String(thousandths % 1000 + 1000).dropFirst())"
        }
    }
}
