import Larder

/// Words of packages.
enum PacketWords {
    /// Words of packages by allergen, in the supported languages.
    static let named: [(Allergen, [String])] = [
        (
            .gluten,
            [
                "Wheat flour", "barley malt extract", "RYE", "wholegrain oats", "spelt", "Weizenmehl",
                "Dinkelvollkornmehl",
                "Gerstenmalzextrakt", "Hartweizengrieß", "farine de blé", "farine de BLÉ", "semoule de blé dur",
                "flocons d'avoine",
                "harina de trigo", "cebada", "farina di frumento", "orzo", "tarwebloem", "havermout", "roggemeel",
                "farinha de trigo", "mąka pszenna", "jęczmień", "słód jęczmienny", "vetemjöl", "rågmjöl", "havre",
                "hvedemel",
                "byg", "hvetemel", "vehnäjauho", "kaurahiutale", "seitan",
            ]
        ),
        (
            .milk,
            [
                "skimmed milk powder", "butter", "whey protein", "sodium caseinate", "lactose", "Cheddar cheese",
                "cream",
                "Süßmolkenpulver", "Magermilchpulver", "Vollmilchschokolade", "Butterreinfett", "Sahne",
                "Süßrahmbutter", "Käse",
                "Milchzucker", "lait écrémé en poudre", "beurre pâtissier", "crème fraîche", "lactosérum", "fromage",
                "leche en polvo",
                "suero de leche", "mantequilla", "nata", "queso", "latte intero in polvo", "burro", "siero di latte",
                "panna",
                "magere melkpoeder", "roomboter", "weipoeder", "kaas", "leite em pó", "manteiga", "soro de leite",
                "mleko w proszku",
                "masło", "serwatka", "śmietana", "skummjölkspulver", "smör", "vassle", "grädde", "skummetmælkspulver",
                "fløde",
                "smør", "fløte", "melk", "myse", "maitojauhe", "voi", "hera", "kerma",
            ]
        ),
        (
            .eggs,
            [
                "free range eggs", "egg white powder", "Vollei", "Hühnerei-Eiweiß", "Eigelb", "Eier", "Ei",
                "œufs frais", "blanc d’œuf",
                "huevo líquido", "yema", "uova fresche", "tuorlo", "eieren", "kippenei", "ovos", "gema de ovo", "jaja",
                "żółtko",
                "ägg", "äggula", "æg", "egg", "kananmuna", "munajauhe", "mayonnaise",
            ]
        ),
        (
            .nuts,
            [
                "hazelnuts 13%", "almond", "walnuts", "cashew nuts", "pistachios", "Haselnüsse", "Haselnußmark",
                "Mandeln", "Walnüsse",
                "noisettes", "amandes", "noix de cajou", "fruits à coque", "avellanas", "almendras", "nueces",
                "frutos de cáscara",
                "nocciole", "mandorle", "noci", "hazelnoten", "amandelen", "noten", "amêndoas", "avelãs",
                "orzechy laskowe", "migdały",
                "hasselnötter", "mandel", "hasselnødder", "hasselnøtter", "hasselpähkinä", "manteli", "marzipan",
            ]
        ),
        (
            .peanuts,
            [
                "peanut butter", "Erdnüsse", "Erdnussbutter", "arachides", "beurre de cacahuète", "cacahuetes",
                "arachidi", "pinda's",
                "pindakaas", "amendoim", "orzeszki ziemne", "orzechy arachidowe", "jordnötter", "jordnødder",
                "peanøtter",
                "maapähkinä",
            ]
        ),
        (
            .sesame,
            [
                "sesame seeds", "Sesam", "Sesamsamen", "graines de sésame", "sésamo", "tahini", "sezam",
                "seesaminsiemen", "ajonjolí",
            ]
        ),
        (
            .soya,
            [
                "soya lecithin", "soy sauce", "Sojalecithin", "lécithine de soja", "soia", "tofu", "soijaproteiini",
                "lecytyna sojowa",
            ]
        ),
        (
            .celery,
            [
                "celery", "celeriac", "Sellerie", "Knollensellerie", "céleri", "apio", "sedano", "selderij", "aipo",
                "seler", "selleri",
            ]
        ),
        (
            .mustard,
            [
                "mustard seed", "Senfkörner", "Senf", "moutarde", "mostaza", "senape", "mosterdzaad", "gorczyca",
                "senap", "sinappi",
            ]
        ),
        (
            .fish,
            [
                "fish", "salmon", "anchovies", "Worcestershire sauce", "Thunfisch", "Lachs", "poisson", "thon",
                "anchois", "pescado",
                "atún", "pesce", "tonno", "acciughe", "vis", "tonijn", "peixe", "bacalhau", "ryby", "fisk", "laks",
                "kala", "lohi",
            ]
        ),
        (
            .crustaceans,
            [
                "prawns", "crab meat", "lobster", "Garnelen", "Nordseekrabben", "Krebstiere", "crevettes", "crustacés",
                "gambas",
                "camarones", "crostacei", "gamberi", "garnalen", "schaaldieren", "camarão", "krewetki", "räkor",
                "rejer", "reker",
                "katkarapu", "kräftdjur",
            ]
        ),
        (
            .molluscs,
            [
                "mussels", "oyster sauce", "squid", "Weichtiere", "Miesmuscheln", "Tintenfisch", "moules", "calamars",
                "mollusques",
                "mejillones", "sepia", "cozze", "vongole", "mosselen", "weekdieren", "lulas", "małże", "blötdjur",
                "musslor",
                "bløddyr", "blåskjell", "simpukka", "nilviäiset",
            ]
        ),
        (.lupin, ["lupin flour", "Lupinenmehl", "Süßlupine", "lupino", "altramuces", "tremoço", "łubin"]),
        (
            .sulphites,
            [
                "sulphites", "sodium metabisulphite", "sulfur dioxide", "E220", "e 223", "E-224", "INS 220",
                "Natriumdisulfit",
                "Schwefeldioxid", "sulfites", "anhydride sulfureux", "solfiti", "anidride solforosa",
                "dióxido de azufre", "sulfiet",
                "dióxido de enxofre", "dwutlenek siarki", "siarczyny", "svaveldioxid", "svovldioxid", "rikkidioksidi",
                "sulfiitti",
            ]
        ),
    ]

    /// Words that resemble those of an allergen.
    static let other: [(Allergen, [String])] = [
        (
            .gluten,
            [
                "buckwheat flour", "Buchweizenmehl", "farine de sarrasin", "blé noir", "maltodextrin", "maltitol",
                "grano saraceno",
                "trigo sarraceno", "rice flour", "corn semolina", "glutinous rice", "Glutamat", "glutamate",
            ]
        ),
        (
            .milk,
            [
                "cocoa butter", "Kakaobutter", "beurre de cacao", "burro di cacao", "manteca de cacao",
                "manteiga de cacau",
                "cacaoboter", "kakaosmör", "kakaosmør", "coconut milk", "Kokosmilch", "lait de coco", "lactic acid",
                "Milchsäure",
                "Milchsäurebakterien", "acide lactique", "melkzuur", "mjölksyra", "mælkesyre", "peanut butter",
                "butternut squash",
                "almond milk", "cream of tartar", "laitue", "lattuga", "kwas mlekowy", "coconut cream", "masło kakaowe",
            ]
        ),
        (.eggs, ["eggplant", "Eisen", "Reis", "Eiche", "veggie", "protein", "Eis"]),
        (
            .nuts,
            [
                "coconut", "nutmeg", "Muskatnuss", "noix de muscade", "noix de coco", "nuez moscada", "noce moscata",
                "Kokosnüsse",
                "Erdnüsse", "pine nuts", "butternut", "doughnut", "nutrition", "jordnötter", "orzechy ziemne",
            ]
        ),
        (.soya, ["soup", "so"]), (.sesame, ["sea salt"]), (.mustard, ["must"]),
        (.fish, ["shellfish", "fresh", "frisch", "Tintenfisch", "visible", "colour"]),
        (.crustaceans, ["crabapple", "cancer"]),
        (.molluscs, ["oyster mushrooms", "leche en polvo", "cacao en polvo"]), (.lupin, ["lupus"]),
        (.sulphites, ["sulphate", "E322", "E2200", "calcium sulfate", "Sulfat"]), (.celery, ["celebration"]),
        (.peanuts, ["pea", "nut"]),
    ]
}
