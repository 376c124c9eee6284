import Foundation
package import Plants

/// The bundled table of care facts; Scripts/care generates it.
package enum BundledCare {
    /// Reads the table. Throws `CareTableError` if it is malformed, which a test excludes.
    package static func table() throws -> CareTable { try CareTable(text(), isChecked: true) }

    /// Reads the table and checks every cell. Throws `CareTableError`.
    package static func checkedTable() throws -> CareTable { try CareTable(text()) }

    private static func text() throws -> String {
        let path = Bundle.module.bundleURL.appending(path: "Catalogues/care.tsv")
        return String(decoding: try Data(contentsOf: path), as: UTF8.self)
    }
}
