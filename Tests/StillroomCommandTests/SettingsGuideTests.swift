import ArgumentParser
import Foundation
import Household
import Recognition
import Support
import Testing

@testable import StillroomCommand

/// The table of Docs/settings.md, one row for each setting.
private struct SettingsGuide {
    struct Row {
        let isOnPage: Bool
        let environment: String
        let flag: String
        let usual: String
        let meaning: String
    }

    private(set) var rows: [String: Row] = [:]

    /// Some rows have several settings, whose keys, variables and defaults are lists in the same order.
    init() throws {
        let guide = try String(contentsOfFile: Fixture.root + "/Docs/settings.md", encoding: .utf8)
        let lines = guide.split(separator: "\n").drop { !$0.hasPrefix("| Key | Environment |") }.dropFirst(2)
        for line in lines.prefix(while: { $0.hasPrefix("|") }) {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 5, "\(line)")
            let names = cells[0].replacing(" (page)", with: "").split(separator: ",").map(Self.unquoted)
            for (index, name) in names.enumerated() {
                func cell(_ column: Int) -> String {
                    let parts = cells[column].split(separator: ", ").map(String.init)
                    return names.count > 1 && parts.count == names.count ? parts[index] : cells[column]
                }
                #expect(rows[name] == nil, "\(name) has two rows")
                rows[name] = Row(
                    isOnPage: cells[0].hasSuffix("(page)"), environment: Self.unquoted(cell(1)[...]), flag: cells[2],
                    usual: cell(3), meaning: cells[4])
            }
        }
    }

    private static func unquoted(_ text: Substring) -> String { text.trimmingCharacters(in: ["`", " "]) }
}

@Suite("The table of Docs/settings.md", .tags(.small))
struct SettingsGuideTests {
    private let guide: SettingsGuide

    init() throws { guide = try SettingsGuide() }

    /// Compares a row with a declaration.
    private func compare<Setting: DeclaredSetting>(_ setting: Setting, _ key: Settings.Key) throws {
        let row = try #require(guide.rows[setting.rawValue], "\(setting.rawValue) has no row")
        let declaration = setting.declaration
        #expect(row.environment == key.environmentName)
        #expect(row.usual == declaration.usual)
        #expect(row.isOnPage == !declaration.forms.isEmpty)
        for part in declaration.range {
            let places = row.meaning.ranges(of: part)
            // "0 to 7" is not in "0 to 75".
            let isWhole = places.contains { place in
                let after = row.meaning[place.upperBound...].first
                let before = row.meaning[..<place.lowerBound].last
                return after?.isNumber != true && before?.isNumber != true && before != "-"
            }
            #expect(isWhole, "\(setting.rawValue): “\(part)” is not in “\(row.meaning)”")
        }
    }

    @Test(
        "The row of a setting of the home has its environment variable, default and range",
        arguments: Home.Setting.allCases)
    func home(setting: Home.Setting) throws { try compare(setting, .home(setting)) }

    @Test(
        "The row of a setting of the policy has its environment variable, default and range",
        arguments: Policy.Setting.allCases)
    func policy(setting: Policy.Setting) throws { try compare(setting, .policy(setting)) }

    @Test(
        "The row of a setting of the command has its environment variable, default, range and flag",
        arguments: Settings.CommandSetting.allCases)
    func command(setting: Settings.CommandSetting) throws {
        try compare(setting, .command(setting))
        let row = try #require(guide.rows[setting.rawValue])
        // "identify --jobs" replaces the setting for one run; it is no flag for the setting.
        let isOther = setting == .pictureWorkers
        guard let flag = setting.declaration.flag else {
            #expect(row.flag.isEmpty || isOther)
            return
        }
        #expect(row.flag == "`\(flag)`")
        let words = flag.split(separator: " ").map(String.init)
        let commands: [String: any AsyncParsableCommand.Type] = ["serve": Serve.self, "identify": Identify.self]
        let command = try #require(words.count == 1 ? Serve.self : commands[words[0]])
        #expect(command.helpMessage().contains(" \(words.last ?? "") "))
    }

    @Test("The table has a row for each setting and no other row")
    func complete() {
        #expect(Set(guide.rows.keys) == Set(Settings.Key.allCases.map(\.name)))
    }
}
