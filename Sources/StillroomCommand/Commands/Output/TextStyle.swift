import ArgumentParser
import Foundation
import Glibc
import Synchronization

/// When a command colours its output.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}

/// The colours and weights of text on a terminal, as SGR codes (ECMA-48, 8.3.117).
enum TextStyle: Int {
    case bold = 1
    case faint = 2
    case red = 31
    case green = 32
    case yellow = 33
}

extension Terminal {
    private static let colorChoice = Mutex(ColorChoice.auto)

    /// The choice of --color, which takes precedence over the environment.
    static func choose(_ choice: ColorChoice) { colorChoice.withLock { $0 = choice } }

    /// Returns the text with the style, or unchanged if the output must not be coloured.
    static func styled(_ text: String, _ style: TextStyle, isError: Bool = false) -> String {
        isColoured(isError: isError) ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Whether standard output, or standard error, is coloured.
    static func isColoured(isError: Bool) -> Bool {
        isColoured(
            colorChoice.withLock(\.self), environment: ProcessInfo.processInfo.environment,
            isTerminal: isatty(isError ? STDERR_FILENO : STDOUT_FILENO) == 1)
    }

    /// NO_COLOR (no-color.org) takes precedence over CLICOLOR_FORCE (bixense.com/clicolors); an empty value of either has
    /// no effect, nor has CLICOLOR_FORCE=0.
    static func isColoured(_ choice: ColorChoice, environment: [String: String], isTerminal: Bool) -> Bool {
        switch choice {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false { return false }
        if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
        return isTerminal && environment["TERM"] != "dumb"
    }
}
