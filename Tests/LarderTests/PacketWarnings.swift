import Larder
import Testing

/// Warnings on packages by language: sentences with "#" in place of the allergens, and the fourteen allergens in the
/// form used there.
struct PacketWarnings: Sendable, CustomTestStringConvertible {
    let language: String
    let sentences: [String]
    let names: [Allergen: [String]]

    var testDescription: String { language }

    static let all: [PacketWarnings] = [
        .init(
            language: "en",
            sentences: [
                "May contain #.", "May also contain traces of #.", "MAY CONTAIN TRACES OF #", "Traces of #.",
                "May contain (#).", "Made in a factory that also handles #.",
                "Produced in a facility which processes #",
                "Packed in an environment where # may be present", "Produced on equipment that also processes #.",
                "Made on a line that also handles #.", "Not suitable for people with an allergy to #.",
                "Manufactured on shared equipment with #.", "We cannot guarantee that this product is free from #.",
                "Possibly contains #", "May, in rare cases, contain #.", "Sugar (may contain: #), salt",
                "Prepared in a kitchen where # are used.", "Cross contamination with # is possible.",
                "May contain approx. 0.1% #",
            ],
            names: [
                .gluten: ["gluten", "cereals containing gluten", "wheat", "barley"], .milk: ["milk", "dairy"],
                .eggs: ["eggs", "egg"], .nuts: ["nuts", "tree nuts", "other nuts", "almonds", "treenuts"],
                .peanuts: ["peanuts"], .sesame: ["sesame", "sesame seeds"], .soya: ["soya", "soybeans", "soy"],
                .celery: ["celery", "celeriac"], .mustard: ["mustard"], .fish: ["fish"],
                .crustaceans: ["crustaceans", "shellfish", "prawns"], .molluscs: ["molluscs", "mussels"],
                .lupin: ["lupin"], .sulphites: ["sulphites", "sulphur dioxide", "sulfites"],
            ]),
        .init(
            language: "de",
            sentences: [
                "Kann Spuren von # enthalten.", "Kann # enthalten", "KANN SPUREN VON # ENTHALTEN!",
                "Kann auch # enthalten.", "Spuren von # möglich.", "Kann Spuren enthalten von: #",
                "In einem Betrieb hergestellt, in dem auch # verarbeitet werden.",
                "Hergestellt in einem Betrieb, der auch # verarbeitet.",
                "In unserer Bäckerei werden auch # verarbeitet.", "# können enthalten sein.",
                "Spuren von # können nicht ausgeschlossen werden.",
                "Kreuzkontamination mit # ist nicht auszuschließen.",
                "Auf derselben Anlage werden auch # verarbeitet.", "Nicht geeignet für Personen mit Allergie gegen #.",
                "Kann Spuren von # und anderen Allergenen enthalten", "Kann (#) enthalten.",
            ],
            names: [
                .gluten: ["Gluten", "glutenhaltigem Getreide", "Weizen"],
                .milk: ["Milch", "Milcherzeugnisse", "Laktose"],
                .eggs: ["Ei", "Eier", "Eiern"],
                .nuts: ["Schalenfrüchte", "Schalenfrüchten", "Nüsse", "Nüssen", "Mandeln"],
                .peanuts: ["Erdnüsse", "Erdnüssen"], .sesame: ["Sesam", "Sesamsamen"], .soya: ["Soja"],
                .celery: ["Sellerie"], .mustard: ["Senf"], .fish: ["Fisch"],
                .crustaceans: ["Krebstiere", "Krebstieren"],
                .molluscs: ["Weichtiere", "Weichtieren"], .lupin: ["Lupinen", "Lupine"],
                .sulphites: ["Schwefeldioxid", "Sulfite", "Sulfiten"],
            ]),
        .init(
            language: "fr",
            sentences: [
                "Peut contenir des #.", "Peut contenir des traces de #", "Traces éventuelles de #.",
                "Traces possibles de : #", "Présence éventuelle de #.", "Peut contenir : #.",
                "Fabriqué dans un atelier qui utilise des #.", "Fabriqué dans une usine utilisant #.",
                "Fabriqué dans un atelier où sont manipulés des #", "Susceptible de contenir des #.",
                "Élaboré sur une ligne travaillant également des #.", "Ne convient pas aux personnes allergiques à #.",
                "Contient des traces de #.", "Peut éventuellement contenir #",
            ],
            names: [
                .gluten: ["gluten", "céréales contenant du gluten", "blé"], .milk: ["lait", "produits laitiers"],
                .eggs: ["œufs", "oeuf"], .nuts: ["fruits à coque", "fruits à coques", "noix", "noisettes", "amandes"],
                .peanuts: ["arachides", "arachide", "cacahuètes"], .sesame: ["sésame", "graines de sésame"],
                .soya: ["soja"], .celery: ["céleri"], .mustard: ["moutarde"], .fish: ["poisson", "poissons"],
                .crustaceans: ["crustacés"], .molluscs: ["mollusques"], .lupin: ["lupin"],
                .sulphites: ["sulfites", "anhydride sulfureux"],
            ]),
        .init(
            language: "es",
            sentences: [
                "Puede contener #.", "Puede contener trazas de #", "Trazas de #.", "Contiene trazas de #.",
                "Posible presencia de #.", "Elaborado en una fábrica que también procesa #.",
                "Fabricado en instalaciones donde se manipulan #.", "Producido en una línea en la que se utilizan #",
                "No apto para alérgicos a #.", "Podría contener #.",
            ],
            names: [
                .gluten: ["gluten", "trigo"], .milk: ["leche", "lácteos"], .eggs: ["huevo", "huevos"],
                .nuts: ["frutos de cáscara", "frutos secos", "frutos con cáscara", "almendras", "nueces"],
                .peanuts: ["cacahuetes", "cacahuete", "maní"], .sesame: ["sésamo", "granos de sésamo", "ajonjolí"],
                .soya: ["soja", "soya"], .celery: ["apio"], .mustard: ["mostaza"], .fish: ["pescado"],
                .crustaceans: ["crustáceos"], .molluscs: ["moluscos"], .lupin: ["altramuces", "altramuz"],
                .sulphites: ["sulfitos", "dióxido de azufre"],
            ]),
        .init(
            language: "it",
            sentences: [
                "Può contenere #.", "Può contenere tracce di #", "Tracce di #.", "Può contenere tracce di: #",
                "Prodotto in uno stabilimento che utilizza #.",
                "Prodotto in uno stabilimento in cui si lavorano anche #.",
                "Possibile presenza di #.", "Eventuali tracce di #", "Potrebbe contenere #.",
                "Non adatto agli allergici a #.",
            ],
            names: [
                .gluten: ["glutine", "cereali contenenti glutine", "frumento"], .milk: ["latte", "latticini"],
                .eggs: ["uova", "uovo"], .nuts: ["frutta a guscio", "noci", "mandorle", "nocciole"],
                .peanuts: ["arachidi"], .sesame: ["sesamo", "semi di sesamo"], .soya: ["soia"], .celery: ["sedano"],
                .mustard: ["senape"], .fish: ["pesce"], .crustaceans: ["crostacei"], .molluscs: ["molluschi"],
                .lupin: ["lupini", "lupino"], .sulphites: ["solfiti", "anidride solforosa"],
            ]),
        .init(
            language: "nl",
            sentences: [
                "Kan sporen van # bevatten.", "Kan # bevatten", "Kan sporen bevatten van #.", "Bevat mogelijk #.",
                "Kan bevatten: #.", "Geproduceerd in een fabriek waar ook # worden verwerkt.",
                "Gemaakt in een bedrijf dat ook # verwerkt.", "Mogelijke sporen van #.",
                "Niet geschikt voor mensen met een allergie voor #.",
            ],
            names: [
                .gluten: ["gluten", "glutenbevattende granen", "tarwe"], .milk: ["melk", "zuivel"],
                .eggs: ["ei", "eieren"], .nuts: ["noten", "schaalvruchten", "amandelen"],
                .peanuts: ["pinda", "pinda's", "aardnoten"], .sesame: ["sesam", "sesamzaad"], .soya: ["soja"],
                .celery: ["selderij"], .mustard: ["mosterd"], .fish: ["vis"], .crustaceans: ["schaaldieren"],
                .molluscs: ["weekdieren"], .lupin: ["lupine"], .sulphites: ["sulfiet", "sulfieten", "zwaveldioxide"],
            ]),
        .init(
            language: "pt",
            sentences: [
                "Pode conter #.", "Pode conter vestígios de #", "Vestígios de #.", "Pode conter traços de #.",
                "Possível presença de #.", "Produzido numa fábrica que também processa #.",
                "Fabricado em instalações onde se manipulam #.", "Poderá conter #.",
            ],
            names: [
                .gluten: ["glúten", "cereais que contêm glúten", "trigo"],
                .milk: ["leite", "lacticínios", "laticínios"],
                .eggs: ["ovos", "ovo"], .nuts: ["frutos de casca rija", "nozes", "amêndoas", "frutos de casca"],
                .peanuts: ["amendoim", "amendoins"], .sesame: ["sésamo", "gergelim", "sementes de sésamo"],
                .soya: ["soja"], .celery: ["aipo"], .mustard: ["mostarda"], .fish: ["peixe"],
                .crustaceans: ["crustáceos"],
                .molluscs: ["moluscos"], .lupin: ["tremoço", "tremoços"],
                .sulphites: ["sulfitos", "dióxido de enxofre"],
            ]),
        .init(
            language: "pl",
            sentences: [
                "Może zawierać #.", "Może zawierać śladowe ilości #", "Produkt może zawierać: #.",
                "Może także zawierać #.", "Wyprodukowano w zakładzie, w którym używa się #.",
                "Śladowe ilości #.", "Możliwa obecność #.",
            ],
            names: [
                .gluten: ["gluten", "glutenu", "zboża zawierające gluten", "pszenicę"],
                .milk: ["mleko", "mleka", "laktozę", "produkty mleczne"], .eggs: ["jaja", "jaj", "jajka"],
                .nuts: ["orzechy", "orzechów", "migdały", "orzechy laskowe"],
                .peanuts: ["orzeszki ziemne", "orzeszków ziemnych", "orzeszki arachidowe", "fistaszki"],
                .sesame: ["sezam", "nasiona sezamu", "sezamu"], .soya: ["soję", "soi", "soja"],
                .celery: ["seler", "selera"],
                .mustard: ["gorczycę", "gorczycy"], .fish: ["ryby", "ryb"],
                .crustaceans: ["skorupiaki", "skorupiaków"],
                .molluscs: ["mięczaki", "mięczaków"], .lupin: ["łubin", "łubinu"],
                .sulphites: ["dwutlenek siarki", "siarczyny", "siarczynów", "ditlenek siarki"],
            ]),
        .init(
            language: "sv",
            sentences: [
                "Kan innehålla #.", "Kan innehålla spår av #", "Spår av #.", "Spår av # kan förekomma.",
                "Tillverkad i en fabrik som även hanterar #.", "Tillverkad i en lokal där # hanteras.",
            ],
            names: [
                .gluten: ["gluten", "vete", "spannmål som innehåller gluten"], .milk: ["mjölk"],
                .eggs: ["ägg", "ägget"],
                .nuts: ["nötter", "andra nötter", "mandel", "hasselnötter"], .peanuts: ["jordnötter", "jordnöt"],
                .sesame: ["sesam", "sesamfrön"], .soya: ["soja"], .celery: ["selleri"], .mustard: ["senap"],
                .fish: ["fisk"], .crustaceans: ["kräftdjur", "skaldjur", "räkor"], .molluscs: ["blötdjur"],
                .lupin: ["lupin"], .sulphites: ["sulfit", "svaveldioxid"],
            ]),
        .init(
            language: "da",
            sentences: [
                "Kan indeholde #.", "Kan indeholde spor af #", "Spor af #.", "Spor af # kan forekomme.",
                "Fremstillet på en fabrik, hvor der også håndteres #.",
            ],
            names: [
                .gluten: ["gluten", "hvede"], .milk: ["mælk"], .eggs: ["æg"],
                .nuts: ["nødder", "andre nødder", "mandler", "hasselnødder"], .peanuts: ["jordnødder", "peanuts"],
                .sesame: ["sesam", "sesamfrø"], .soya: ["soja"], .celery: ["selleri"], .mustard: ["sennep"],
                .fish: ["fisk"], .crustaceans: ["krebsdyr", "skaldyr"], .molluscs: ["bløddyr"], .lupin: ["lupin"],
                .sulphites: ["sulfit", "sulfitter", "svovldioxid"],
            ]),
        .init(
            language: "no",
            sentences: [
                "Kan inneholde #.", "Kan inneholde spor av #", "Spor av #.", "Spor av # kan forekomme.",
                "Produsert i et anlegg som også håndterer #.",
            ],
            names: [
                .gluten: ["gluten", "hvete"], .milk: ["melk"], .eggs: ["egg"],
                .nuts: ["nøtter", "andre nøtter", "mandler", "hasselnøtt"],
                .peanuts: ["peanøtter", "peanøtt", "jordnøtter"],
                .sesame: ["sesam", "sesamfrø"], .soya: ["soya"], .celery: ["selleri"], .mustard: ["sennep"],
                .fish: ["fisk"], .crustaceans: ["skalldyr", "krepsdyr"], .molluscs: ["bløtdyr"], .lupin: ["lupin"],
                .sulphites: ["sulfitt", "svoveldioksid"],
            ]),
        .init(
            language: "fi",
            sentences: [
                "Saattaa sisältää #.", "Saattaa sisältää pieniä määriä #", "Voi sisältää #.", "Sisältää jäämiä #.",
                "Valmistettu tehtaassa, jossa käsitellään myös #.", "Saattaa sisältää jäämiä: #.",
            ],
            names: [
                .gluten: ["gluteenia", "vehnää", "gluteenia sisältäviä viljoja", "kauraa"],
                .milk: ["maitoa", "maidosta", "laktoosia"], .eggs: ["kananmunaa", "munaa", "kananmunia"],
                .nuts: ["pähkinöitä", "pähkinää", "muita pähkinöitä", "manteleita", "mantelia"],
                .peanuts: ["maapähkinää", "maapähkinöitä"], .sesame: ["seesaminsiemeniä", "seesamia"],
                .soya: ["soijaa"],
                .celery: ["selleriä"], .mustard: ["sinappia", "sinapinsiemeniä"], .fish: ["kalaa"],
                .crustaceans: ["äyriäisiä"], .molluscs: ["nilviäisiä"], .lupin: ["lupiinia"],
                .sulphites: ["sulfiitteja", "rikkidioksidia"],
            ]),
    ]
}
