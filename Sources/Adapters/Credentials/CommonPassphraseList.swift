package import Accounts
import Foundation

/// The bundled list of passphrases that are guessed first: the most common ones of at least 8 characters.
package enum CommonPassphraseList {
    /// Reads the list. Throws if the file is missing, which a test excludes.
    package static func read() throws -> CommonPassphrases {
        let path = Bundle.module.bundleURL.appending(path: "Passphrases/common.txt")
        let text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        return CommonPassphrases(text.split(separator: "\n").lazy.map(String.init))
    }
}
