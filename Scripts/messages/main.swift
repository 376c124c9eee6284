// Keeps the message catalogues: `message-catalogue update` adds new messages to Messages/*.po and removes those that the
// source code does not have any more; `message-catalogue check` lists what is missing or wrong.

import Foundation
import MessageExtraction
import Messages

let root = FileManager.default.currentDirectoryPath
let folder = root + "/Sources/Adapters/Translations/Messages"
let isUpdate = CommandLine.arguments.dropFirst().first == "update"
guard isUpdate || CommandLine.arguments.dropFirst().first == "check" else {
    print("usage: message-catalogue update|check, in the folder of the project")
    exit(64)
}
var problems = 0
do {
    let messages = try MessageExtraction.entries(root: root)
    for language in [DisplayLanguage.german, .french] {
        let path = URL(filePath: "\(folder)/\(language.rawValue).po")
        let text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        let header = text.components(separatedBy: "\n\n").first ?? ""
        let merged = MessageExtraction.merged(messages, with: try Catalogue.entries(ofPO: text))
        if isUpdate {
            try Data(MessageExtraction.po(merged, header: header.hasSuffix("\n") ? header : header + "\n").utf8)
                .write(to: path)
        }
        for entry in merged {
            guard let problem = MessageExtraction.problem(of: entry) else { continue }
            problems += 1
            if problems <= 40 { print("\(language.rawValue): “\(entry.english)”: \(problem)") }
        }
    }
    print("\(messages.count) messages, \(problems) problems")
} catch {
    print("\(error)")
    exit(1)
}
exit(!isUpdate && problems > 0 ? 1 : 0)
