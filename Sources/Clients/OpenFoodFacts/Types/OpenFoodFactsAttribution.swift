/// The attribution that must be shown together with data of Open Food Facts: on a page, in an export, in an API
/// response.
///
/// Source: <https://world.openfoodfacts.org/terms-of-use>. A publicly used database that contains their data must be
/// offered under the ODbL too, so keep your own notes separate.
public enum OpenFoodFactsAttribution {
    /// One sentence for a page footer.
    public static let text =
        "Data: Open Food Facts (https://world.openfoodfacts.org), Open Database License 1.0; "
        + "contents under the Database Contents License 1.0; pictures CC BY-SA 3.0."
    /// The name to show.
    public static let name = "Open Food Facts"
    /// The link of the name.
    public static let link = "https://world.openfoodfacts.org"
    /// The licence of the database.
    public static let databaseLicence = Licence(
        name: "Open Database License 1.0", identifier: "ODbL-1.0",
        link: "https://opendatacommons.org/licenses/odbl/1-0/")
    /// The licence of the contents.
    public static let contentsLicence = Licence(
        name: "Database Contents License 1.0", identifier: "DbCL-1.0",
        link: "https://opendatacommons.org/licenses/dbcl/1-0/")
    /// The licence of the pictures.
    public static let pictureLicence = Licence(
        name: "Creative Commons Attribution-ShareAlike 3.0", identifier: "CC-BY-SA-3.0",
        link: "https://creativecommons.org/licenses/by-sa/3.0/")

    /// A licence.
    public struct Licence: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// Its identifier in the SPDX list; the usual short name for DbCL, which is not in the list.
        public let identifier: String
        /// Its text.
        public let link: String
    }
}
