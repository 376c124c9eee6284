/// What must be said wherever data of Open Food Facts is shown: on a page, in an export, in an answer of an API.
///
/// Source: <https://world.openfoodfacts.org/terms-of-use>. A database that is used publicly and has their data mixed in
/// must be offered under the ODbL too: keep your own notes apart.
public enum OpenFoodFactsAttribution {
    /// One sentence for the foot of a page.
    public static let text =
        "Data: Open Food Facts (https://world.openfoodfacts.org), Open Database License 1.0; "
        + "contents under the Database Contents License 1.0; pictures CC BY-SA 3.0."
    /// Who is to be named.
    public static let name = "Open Food Facts"
    /// Where that leads.
    public static let link = "https://world.openfoodfacts.org"
    /// The licence of the database.
    public static let databaseLicence = Licence(
        name: "Open Database License 1.0", identifier: "ODbL-1.0",
        link: "https://opendatacommons.org/licenses/odbl/1-0/")
    /// The licence of what is in it.
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
        /// Its identifier in the SPDX list; of DbCL, which is not there, the usual short name.
        public let identifier: String
        /// Its text.
        public let link: String
    }
}
