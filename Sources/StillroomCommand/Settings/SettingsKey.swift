import Household
import Messages
import Recognition

extension Settings {
    /// Where a setting comes from.
    enum Origin: Hashable {
        case flag
        /// The name of the variable.
        case environment(String)
        /// The path of the settings file.
        case file(String)
        case page
        case usual

        /// The origin for programs.
        var text: String {
            switch self {
            case .flag: "flag"
            case .environment(let name): name
            case .file(let path): path
            case .page: "settings page"
            case .usual: "default"
            }
        }

        /// The origin for people.
        var words: String {
            switch self {
            case .flag: localized("flag", context: "where a setting comes from")
            case .environment(let name): name
            case .file(let path): path
            case .page: localized("settings page", context: "where a setting comes from")
            case .usual: localized("default", context: "where a setting comes from")
            }
        }
    }

    /// A setting of any of the three tables: of the command, of the policy and of the home.
    enum Key: CaseIterable, Hashable {
        case command(CommandSetting)
        case policy(Policy.Setting)
        case home(Home.Setting)

        static var allCases: [Key] {
            CommandSetting.allCases.map(Key.command) + Policy.Setting.allCases.map(Key.policy)
                + Home.Setting.allCases.map(Key.home)
        }

        /// The key in Docs/settings.md.
        var name: String {
            switch self {
            case .command(let setting): setting.rawValue
            case .policy(let setting): setting.rawValue
            case .home(let setting): setting.rawValue
            }
        }

        /// The key of an earlier release, which the settings file may still use.
        var earlierName: String? {
            guard case .command(let setting) = self else { return nil }
            return setting.declaration.earlierKey
        }

        /// The environment variable: `server.ready-file` → `STILLROOM_SERVER_READY_FILE`.
        var environmentName: String {
            "STILLROOM_" + name.uppercased().replacing(/[.-]/, with: "_")
        }
    }
}
