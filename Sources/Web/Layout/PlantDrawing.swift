import Recognition

/// What stands for a plant without a photograph: a drawing of plants like it (Scripts/drawings), or the first letter of
/// its name.
struct PlantDrawing: SharedFields {
    let initial: String
    let hasDrawing: Bool
    /// A symbol of plants.svg; empty if there is none for the family. Not nil: a template would then look for a value
    /// of the same name around it.
    let drawing: String

    init(of name: String, _ taxon: Taxon?) { self.init(of: name, family: taxon?.family) }

    init(of name: String, family: String?) {
        drawing = family.flatMap { Self.symbols[$0] } ?? ""
        hasDrawing = !drawing.isEmpty
        initial = name.first { $0.isLetter || $0.isNumber }.map { String($0).uppercased() } ?? "?"
    }

    /// Symbols by family. A drawing shows the habit of the family's common plants, not a species.
    static let symbols = Dictionary(
        families.flatMap { symbol, families in families.split(separator: " ").map { (String($0), symbol) } },
        uniquingKeysWith: { first, _ in first })

    private static let families: KeyValuePairs = [
        "aroid": "Araceae",
        "blades": "Asparagaceae Hyacinthaceae",
        "broad": """
        Marantaceae Musaceae Strelitziaceae Zingiberaceae Heliconiaceae Cannaceae Begoniaceae Gesneriaceae Piperaceae \
        Urticaceae Acanthaceae Commelinaceae Geraniaceae Nyctaginaceae Saxifragaceae
        """,
        "cactus": "Cactaceae Euphorbiaceae",
        "climber": """
        Araliaceae Vitaceae Convolvulaceae Apocynaceae Fabaceae Passifloraceae Cannabaceae Dioscoreaceae Menispermaceae
        """,
        "conifer": "Pinaceae Cupressaceae Taxaceae Araucariaceae Podocarpaceae",
        "daisy": """
        Asteraceae Caprifoliaceae Caryophyllaceae Ranunculaceae Papaveraceae Campanulaceae Violaceae Onagraceae \
        Balsaminaceae Primulaceae Gentianaceae Plumbaginaceae
        """,
        "fern": """
        Polypodiaceae Pteridaceae Nephrolepidaceae Aspleniaceae Dryopteridaceae Blechnaceae Davalliaceae Athyriaceae \
        Onocleaceae Osmundaceae Dennstaedtiaceae Cyatheaceae Dicksoniaceae Thelypteridaceae
        """,
        "fruit": "Solanaceae Cucurbitaceae Grossulariaceae",
        "grass": "Poaceae Cyperaceae Juncaceae Typhaceae",
        "herb": """
        Lamiaceae Apiaceae Boraginaceae Verbenaceae Plantaginaceae Brassicaceae Amaranthaceae Polygonaceae \
        Scrophulariaceae Orobanchaceae
        """,
        "orchid": "Orchidaceae",
        "palm": "Arecaceae Cycadaceae Zamiaceae Pandanaceae",
        "rose": "Rosaceae Malvaceae Paeoniaceae Theaceae Ericaceae Hydrangeaceae Lythraceae",
        "rosette": "Crassulaceae Asphodelaceae Aizoaceae Bromeliaceae",
        "tree": """
        Moraceae Fagaceae Betulaceae Sapindaceae Oleaceae Rutaceae Myrtaceae Lauraceae Juglandaceae Buxaceae Salicaceae \
        Ulmaceae Aquifoliaceae Anacardiaceae Ginkgoaceae Cornaceae Magnoliaceae Bignoniaceae Altingiaceae Malpighiaceae
        """,
        "tulip": "Liliaceae Iridaceae Amaryllidaceae Colchicaceae",
    ]
}
