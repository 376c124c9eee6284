import Foundation
package import Labels

/// The bundled list of medicine names; Scripts/medicine-names generates it.
package enum BundledMedicines {
    /// Reads the list. Throws if it is malformed.
    package static func names() throws -> MedicineNames {
        let path = Bundle.module.bundleURL.appending(path: "Catalogues/medicines.tsv")
        return try MedicineNames(String(decoding: try Data(contentsOf: path), as: UTF8.self))
    }
}
