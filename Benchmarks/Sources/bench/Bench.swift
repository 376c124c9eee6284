import Foundation

/// Measures programs from outside and prints the samples as JSON lines: `{"measure": …, "value": …}`.
@main
struct Bench {
    static let usage = """
        bench time MEASURE COUNT PROGRAM ARGUMENT…     milliseconds from start to end, and to the first output
        bench memory MEASURE PROGRAM ARGUMENT…         peak resident MB of the program and of its children
        bench warm STILLROOM PHOTOGRAPH COUNT          one photograph, again and again, through a running server
        bench upload STILLROOM FOLDER COUNT            COUNT photographs of the folder: stored and identified by a server
        bench batch STILLROOM FOLDER                   a folder through `identify --jsonl`
        bench endurance STILLROOM FOLDER COUNT         COUNT identifications in a row through one server; its memory
        bench report FILE                              the table of all samples, and which bar holds
        """

    static func main() {
        do {
            try perform(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func perform(_ words: [String]) throws {
        switch (words.first, words.count) {
        case ("time", 4...):
            try time(words[1], count: number(words[2]), Array(words[3...]))
        case ("memory", 3...):
            try memory(words[1], Array(words[2...]))
        case ("warm", 4):
            try warm(words[1], photograph: words[2], count: number(words[3]))
        case ("upload", 4):
            try upload(words[1], folder: words[2], count: number(words[3]))
        case ("batch", 3):
            try batch(words[1], folder: words[2])
        case ("endurance", 4):
            try endurance(words[1], folder: words[2], count: number(words[3]))
        case ("report", 2):
            let report = try Report(file: words[1])
            print(report.text)
        default:
            throw Trouble(usage)
        }
    }

    private static func number(_ word: String) throws -> Int {
        guard let number = Int(word), number > 0 else { throw Trouble("\(word) is no count") }
        return number
    }

    private static func time(_ measure: String, count: Int, _ command: [String]) throws {
        for _ in 0..<count {
            let end = try Child(command, readsOutput: true).finish()
            sample(measure, end.milliseconds)
            if let first = end.millisecondsToOutput { sample(measure + ".printed", first) }
        }
    }

    private static func memory(_ measure: String, _ command: [String]) throws {
        let child = try Child(command)
        let watch = MemoryWatch(child.identifier)
        _ = try child.finish { watch.look() }
        sample(measure + ".command", watch.own)
        sample(measure + ".children", watch.children)
        sample(measure + ".together", watch.together)
    }

    private static func warm(_ stillroom: String, photograph: String, count: Int) throws {
        let server = try Server(stillroom)
        defer { server.stop() }
        let place = try server.upload(photograph)
        for number in -5..<count {
            let began = ContinuousClock.now
            let answer = try server.identify(place)
            let whole = (.now - began) / .milliseconds(1)
            guard number >= 0 else { continue }
            sample("ours.warm.decode", answer.decode)
            sample("ours.warm.inference", answer.inference)
            sample("ours.warm", answer.total)
            sample("ours.warm.http", whole)
        }
    }

    /// Each photograph is new to the server. The first five are not counted.
    private static func upload(_ stillroom: String, folder: String, count: Int) throws {
        let server = try Server(stillroom)
        defer { server.stop() }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().prefix(count + 5)
        guard names.count == count + 5 else { throw Trouble("\(folder) has too few photographs") }
        for (number, name) in names.enumerated() {
            let began = ContinuousClock.now
            try server.uploadAndIdentify(folder + "/" + name)
            if number >= 5 { sample("ours.upload", (.now - began) / .milliseconds(1)) }
        }
    }

    private static func batch(_ stillroom: String, folder: String) throws {
        let child = try Child([stillroom, "identify", "--jsonl", folder], readsOutput: true)
        let end = try child.finish()
        let answers = try end.output.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Answer.self, from: Data($0))
        }
        guard !answers.isEmpty else { throw Trouble("the batch answered nothing") }
        for answer in answers {
            sample("ours.file.decode", answer.milliseconds.decode)
            sample("ours.file.inference", answer.milliseconds.inference)
        }
        sample("ours.batch", Double(answers.count) / (end.milliseconds / 1000))
        let afterFirst = end.milliseconds - (end.millisecondsToOutput ?? 0)
        sample("ours.batch.steady", Double(answers.count - 1) / (afterFirst / 1000))
    }

    private static func endurance(_ stillroom: String, folder: String, count: Int) throws {
        let server = try Server(stillroom)
        defer { server.stop() }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().prefix(10)
        let places = try names.map { try server.upload(folder + "/" + $0) }
        guard !places.isEmpty else { throw Trouble("\(folder) is empty") }
        for number in 1...count {
            _ = try server.identify(places[number % places.count])
            guard number % max(1, count / 10) == 0 else { continue }
            let family = Processes.family(of: server.child.identifier)
            sample("endurance.server", Processes.resident(server.child.identifier))
            sample("endurance.decoders", family.map(Processes.resident).reduce(0, +))
        }
    }
}

/// The measured members of the answer of the server and of `--jsonl` for one photograph.
struct Answer: Decodable {
    struct Milliseconds: Decodable {
        let decode: Double
        let inference: Double
        let total: Double
    }

    let milliseconds: Milliseconds
}

struct Trouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

func sample(_ measure: String, _ value: Double) {
    print("{\"measure\": \"\(measure)\", \"value\": \((value * 1000).rounded() / 1000)}")
}
