/// Numbers in the language of the current task.
package enum LocalNumber {
    /// Returns a number that was written with a decimal point with the decimal sign of the language: "18.5", "18,5".
    package static func decimal(_ number: String) -> String {
        switch Localization.current.language {
        case .english, .pseudo: number
        case .german, .french: String(number.map { $0 == "." ? "," : $0 })
        }
    }
}
