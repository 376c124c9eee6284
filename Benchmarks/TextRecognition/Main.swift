import Foundation
import Imaging
import Labels
import LocalRecognition
import Support

/// `text-bench FOLDER` reports the accuracy and the time of reading the labels in the folder's index.jsonl; the times
/// are processor times on one core. With `--text` also what was read; "?" and the confidence follow a word that is not agreed.
@main
struct Main {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "picture-worker":
            PictureWorker.run(inspectors: LocalText.inspectors, readable: LocalText.foldersOfInspectors)
        case let folder?: try await report(folder)
        case nil: print("usage: text-bench FOLDER")
        }
    }

    private static func report(_ folder: String) async throws {
        let text = LocalText(pictures: pictures())
        let inspectors = LocalText.inspectors
        var score = LabelScore()
        var (times, worked): ([Double], [Double]) = ([], [])
        for sample in try LabelScore.samples(in: folder) {
            let picture = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + sample.name + ".jpg")))
            let truth = try String(contentsOfFile: folder + "/" + sample.name + ".txt", encoding: .utf8)
            let began = ContinuousClock.now
            let reading: RecognisedText?
            do {
                reading = try await text.read(picture)
            } catch {
                reading = nil
                print("\(sample.name) cannot be read: \(error)")
            }
            times.append(began.duration(to: .now) / .milliseconds(1))
            worked.append(processorMilliseconds(picture, inspectors))
            if let last = worked.last, last > 5000 { print("\(sample.name) took \(Int(last)) ms of the processor") }
            if CommandLine.arguments.contains("--text") {
                print("\(sample.name):")
                for line in reading?.lines ?? [] {
                    let words = line.words.map { word in
                        word.isAgreed ? word.text : "\(word.text)?\(Int((word.confidence ?? 0) * 100))"
                    }
                    print("    " + words.joined(separator: " "))
                }
            }
            score.add(
                sample, truth: truth,
                read: reading?.lines.flatMap(\.words).map { .init(text: $0.text, isAgreed: $0.isAgreed) } ?? [],
                isFlagged: reading?.isHandwritten ?? true)
        }
        for line in score.lines { tell(line) }
        tell(score)
        tell("wall", times)
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        for line in status.split(separator: "\n") where line.hasPrefix("VmHWM") { print("memory,", line) }
        tell("processor", worked)
    }

    private static func tell(_ line: LabelScore.Line) {
        let errors = String(format: "%.3f", line.characterErrors)
        print(
            "\(line.sample.name), \(line.sample.tier): characters wrong \(errors),",
            "critical words \(line.critical.right) of \(line.critical.of), invented \(line.invented),",
            "agreed and wrong \(line.agreedNumbers.wrong)\(line.isFlagged ? ", handwriting" : "")")
    }

    private static func tell(_ score: LabelScore) {
        let (numbers, agreed, flagged) = (score.criticalNumbers, score.agreedNumbers, score.flagged)
        print(
            "\(score.print.count) of print:", String(format: "characters wrong %.3f,", score.characterErrors),
            String(format: "words wrong %.3f,", score.wordErrors),
            String(format: "critical words right %.3f,", score.critical),
            String(format: "invented numbers a picture %.2f", score.invented))
        print(
            "critical numbers right \(numbers.right), of these agreed \(numbers.agreed), of \(numbers.of);",
            "agreed numbers right \(agreed.right) of \(agreed.of);",
            "handwriting flagged \(flagged.writing) of \(flagged.of), print flagged \(flagged.print)")
    }

    private static func tell(_ name: String, _ times: [Double]) {
        let sorted = times.sorted()
        guard let longest = sorted.last else { return }
        print(
            "milliseconds, \(name): median \(Int(sorted[sorted.count / 2])),",
            "nine of ten within \(Int(sorted[sorted.count * 9 / 10])), longest \(Int(longest))")
    }

    /// The processor time in this process, which other work on the machine hardly affects.
    private static func processorMilliseconds(_ picture: [UInt8], _ inspectors: [PictureInspector]) -> Double {
        let before = clock()
        _ = try? Picture.prepare(
            picture, as: Preparation(inspector: inspectors[0].name), within: PictureLimits(), inspectors: inspectors)
        return Double(clock() - before) * 1000 / Double(CLOCKS_PER_SEC)
    }

    /// A pool with one child process, which runs this program.
    private static func pictures() -> PicturePool {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(percentEncoded: false)
        var settings = PicturePool.Settings(command: [program, "picture-worker"])
        settings.timeLimit = .seconds(60)
        let pictures = PicturePool(size: 1, settings: settings)
        pictures.warmUp()
        return pictures
    }
}
