import Foundation
package import Plants

/// The table of care facts that comes with the program; Scripts/care makes it.
package enum BundledCare {
    /// Reads it when it is first asked for. Throws `CareTableError` where it cannot be read, which a test of this
    /// project would have noticed.
    package static func table() throws -> CareTable {
        let path = Bundle.module.bundleURL.appending(path: "Catalogues/care.tsv")
        return try CareTable(String(decoding: try Data(contentsOf: path), as: UTF8.self))
    }
}
