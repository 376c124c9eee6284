import Foundation

/// All samples of a run as a table, compared with the bars of the issue.
struct Report {
    private let samples: [String: [Double]]

    private struct Sample: Decodable {
        let measure: String
        let value: Double
    }

    /// Reads the JSON lines of one run.
    init(file: String) throws {
        guard let data = FileManager.default.contents(atPath: file) else { throw Trouble("\(file) cannot be read") }
        samples = try data.split(separator: UInt8(ascii: "\n")).reduce(into: [:]) { samples, line in
            let sample = try JSONDecoder().decode(Sample.self, from: Data(line))
            samples[sample.measure, default: []].append(sample.value)
        }
    }

    var text: String { ([table, "", bars].joined(separator: "\n")) }

    // MARK: - Table

    private static let rows: [(measure: String, title: String, unit: String)] = [
        ("ours.warm", "Stillroom, warm, photograph → top ten", "ms"),
        ("ours.warm.decode", "  of it decode (child process and back)", "ms"),
        ("ours.warm.inference", "  of it inference", "ms"),
        ("ours.warm.http", "  the whole request, answer stored", "ms"),
        ("ours.upload", "  upload → stored and named, new photographs", "ms"),
        ("python.warm", "Python, warm, photograph → top ten", "ms"),
        ("python.warm.draft", "Python with shrink-on-load", "ms"),
        ("bare.decode", "bare shrink-on-load decode (Pillow)", "ms"),
        ("bare.inference", "bare inference (OpenVINO, all cores)", "ms"),
        ("ours.cold", "stillroom identify, start → end, cache", "ms"),
        ("ours.cold.printed", "  until the answer is printed", "ms"),
        ("ours.cold.empty", "  with an emptied cache, start → end", "ms"),
        ("python.cold", "Python with draft, start → end, cache", "ms"),
        ("ours.batch", "Stillroom, folder, start-up counted", "files/s"),
        ("ours.batch.steady", "  after the first answer", "files/s"),
        ("ours.file.decode", "  decode of a file, waiting counted", "ms"),
        ("ours.file.inference", "  inference of a file", "ms"),
        ("python.batch", "Python, two processes, start-up left out", "files/s"),
        ("python.batch.draft", "  with shrink-on-load", "files/s"),
        ("ours.memory.command", "one photograph: the command's peak", "MB"),
        ("ours.memory.children", "  its decoder's", "MB"),
        ("ours.memory.together", "  both, shared pages counted once", "MB"),
        ("ours.memory.batch.command", "folder: the command's peak", "MB"),
        ("ours.memory.batch.children", "  its decoders'", "MB"),
        ("ours.memory.batch.together", "  all, shared pages counted once", "MB"),
        ("python.memory.together", "one photograph: Python's peak", "MB"),
        ("endurance.server", "server over 1,000 identifications", "MB"),
        ("endurance.decoders", "  its decoders", "MB"),
    ]

    private var table: String {
        let head = Self.line(["what", "n", "median", "quarter – three quarters", ""])
        return Self.rows.reduce(into: head) { table, row in
            guard let values = samples[row.measure]?.sorted() else { return }
            let spread = "\(Self.short(Self.quantile(values, 0.25))) – \(Self.short(Self.quantile(values, 0.75)))"
            let middle = Self.short(Self.quantile(values, 0.5))
            table += "\n" + Self.line([row.title, String(values.count), middle, spread, row.unit])
        }
    }

    private static func line(_ cells: [String]) -> String {
        let left = cells[0].padding(toLength: 44, withPad: " ", startingAt: 0)
        let right = zip(cells[1...3], [4, 9, 26]).map { cell, width in
            String(repeating: " ", count: max(0, width - cell.count)) + cell
        }
        return left + right.joined() + "  " + cells[4]
    }

    // MARK: - Bars

    private var bars: String {
        let warm = median("ours.warm")
        let bare = median("bare.decode").flatMap { decode in median("bare.inference").map { decode + $0 } }
        return [
            bar(
                "warm at least 1.15 × Python with shrink-on-load", quotient(median("python.warm.draft"), warm), "×",
                atLeast: 1.15,
                note: quotient(median("python.warm"), warm).map { "\(Self.short($0)) × against plain Python" }),
            bar("warm at most 1.15 × (bare decode + bare inference)", quotient(warm, bare), "×", atMost: 1.15),
            bar(
                "cold command at most 0.4 × Python with draft and cache",
                quotient(median("ours.cold"), median("python.cold")), "×", atMost: 0.4),
            bar(
                "folder at least 1.3 × Python with shrink-on-load",
                quotient(median("ours.batch"), median("python.batch.draft")), "×", atLeast: 1.3,
                note: quotient(median("ours.batch"), median("python.batch"))
                    .map { "\(Self.short($0)) × against plain Python" }),
            bar("peak of the command below 200 MB, one photograph", median("ours.memory.command"), "MB", atMost: 200),
            bar("  with its decoder", median("ours.memory.together"), "MB", atMost: 200),
            bar("peak of the command below 200 MB, folder", median("ours.memory.batch.command"), "MB", atMost: 200),
            bar("  with its decoders", median("ours.memory.batch.together"), "MB", atMost: 200),
            bar("memory flat: server, last tenth against first", growth("endurance.server"), "×", atMost: 1.05),
            bar("memory flat: decoders, last tenth against first", growth("endurance.decoders"), "×", atMost: 1.05),
        ].compactMap(\.self).joined(separator: "\n")
    }

    private func bar(
        _ title: String, _ value: Double?, _ unit: String, atLeast: Double? = nil, atMost: Double? = nil,
        note: String? = nil
    ) -> String? {
        guard let value else { return nil }
        let holds = value >= atLeast ?? -.infinity && value <= atMost ?? .infinity
        let text = "\(Self.short(value)) \(unit)\(note.map { "  (\($0))" } ?? "")"
        return (holds ? "holds   " : "MISSED  ") + title.padding(toLength: 54, withPad: " ", startingAt: 0) + text
    }

    private func median(_ measure: String) -> Double? {
        samples[measure].map { Self.quantile($0.sorted(), 0.5) }
    }

    /// The last value of a series divided by the first.
    private func growth(_ measure: String) -> Double? { quotient(samples[measure]?.last, samples[measure]?.first) }

    private func quotient(_ above: Double?, _ below: Double?) -> Double? {
        guard let above, let below, below > 0 else { return nil }
        return above / below
    }

    private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
        guard let last = sorted.last else { return .nan }
        let place = share * Double(sorted.count - 1)
        let low = Int(place)
        guard low + 1 < sorted.count else { return last }
        return sorted[low] + (sorted[low + 1] - sorted[low]) * (place - Double(low))
    }

    private static func short(_ number: Double) -> String {
        String(format: abs(number) < 10 ? "%.2f" : abs(number) < 100 ? "%.1f" : "%.0f", number)
    }
}
