import Foundation
package import Messages
import Synchronization

/// The catalogues of messages that come with the program: Messages/de.po and Messages/fr.po.
package enum BundledTranslations {
    /// All languages. A catalogue is read when its language is needed for the first time; one that cannot be read leaves
    /// the texts English, which a test excludes.
    package static let localizations = Localizations { language in
        cache.withLock { cache in
            if let known = cache[language] { return known }
            let catalogue = (try? entries(of: language)).map { Catalogue($0) }
            let localization = Localization(language: language, catalogue: catalogue)
            cache[language] = localization
            return localization
        }
    }

    private static let cache = Mutex<[DisplayLanguage: Localization]>([:])

    /// Returns the entries of a catalogue. Throws if it cannot be read.
    package static func entries(of language: DisplayLanguage) throws -> [Catalogue.Entry] {
        let path = Bundle.module.bundleURL.appending(path: "Messages/\(language.rawValue).po")
        return try Catalogue.entries(ofPO: String(decoding: try Data(contentsOf: path), as: UTF8.self))
    }
}
