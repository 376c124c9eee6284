import Foundation
package import Labels

/// The list of medicines' names that comes with the program; Scripts/medicine-names makes it.
package enum BundledMedicines {
    /// Reads it when it is first asked for.
    package static func names() throws -> MedicineNames {
        let path = Bundle.module.bundleURL.appending(path: "Catalogues/medicines.tsv")
        return try MedicineNames(String(decoding: try Data(contentsOf: path), as: UTF8.self))
    }
}
