/// Names of countries in English tags, which have lower-case words: "made-in-germany".
enum PlaceNames {
    /// Returns the words with capital letters in the names of countries and in their abbreviations. The longest name is
    /// taken: "united arab emirates".
    static func capitalised(_ words: [Substring]) -> [String] {
        var result: [String] = []
        var left = words[...]
        while let first = left.first {
            let name = (1...longest).reversed().lazy.compactMap { count in
                left.count >= count ? names[left.prefix(count).joined(separator: " ")].map { (count, $0) } : nil
            }.first
            if let (count, name) = name {
                result.append(name)
                left = left.dropFirst(count)
            } else {
                result.append(String(first))
                left = left.dropFirst()
            }
        }
        return result
    }

    private static let longest = 5
    private static let small: Set = ["and", "of", "the"]

    private static let names: [String: String] = {
        var names = [
            "eu": "EU", "uk": "UK", "usa": "USA", "us": "US", "côte d'ivoire": "Côte d'Ivoire",
            // Elsewhere it is a bird.
            "made in turkey": "made in Turkey", "product of turkey": "product of Turkey",
        ]
        for name in countries.split(separator: "\n") {
            let words = name.split(separator: " ").map { word in
                small.contains(String(word)) ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
            }
            names[String(name)] = words.joined(separator: " ")
        }
        return names
    }()

    /// The names of countries and of some parts and unions of them, as Open Food Facts' taxonomy has them in English.
    private static let countries = """
        afghanistan
        albania
        algeria
        andorra
        angola
        argentina
        armenia
        australia
        austria
        azerbaijan
        bahrain
        bangladesh
        belarus
        belgium
        benin
        bhutan
        bolivia
        bosnia and herzegovina
        botswana
        brazil
        bulgaria
        burkina faso
        burundi
        cambodia
        cameroon
        canada
        chile
        china
        colombia
        costa rica
        croatia
        cuba
        cyprus
        czech republic
        czechia
        democratic republic of the congo
        denmark
        dominican republic
        ecuador
        egypt
        el salvador
        england
        estonia
        ethiopia
        europe
        european union
        fiji
        finland
        france
        french guiana
        french polynesia
        gabon
        georgia
        germany
        ghana
        great britain
        greece
        guadeloupe
        guatemala
        haiti
        honduras
        hong kong
        hungary
        iceland
        india
        indonesia
        iran
        iraq
        ireland
        israel
        italy
        ivory coast
        jamaica
        japan
        jordan
        kazakhstan
        kenya
        kosovo
        kuwait
        kyrgyzstan
        laos
        latvia
        lebanon
        libya
        liechtenstein
        lithuania
        luxembourg
        madagascar
        malawi
        malaysia
        mali
        malta
        martinique
        mauritania
        mauritius
        mayotte
        mexico
        moldova
        monaco
        mongolia
        montenegro
        morocco
        mozambique
        myanmar
        namibia
        nepal
        netherlands
        new caledonia
        new zealand
        nicaragua
        niger
        nigeria
        north macedonia
        northern ireland
        norway
        oman
        pakistan
        palestine
        panama
        paraguay
        peru
        philippines
        poland
        portugal
        puerto rico
        qatar
        romania
        russia
        rwanda
        réunion
        reunion
        san marino
        saudi arabia
        scotland
        senegal
        serbia
        singapore
        slovakia
        slovenia
        somalia
        south africa
        south korea
        spain
        sri lanka
        sudan
        sweden
        switzerland
        syria
        taiwan
        tanzania
        thailand
        togo
        tunisia
        uganda
        ukraine
        united arab emirates
        united kingdom
        united states
        uruguay
        uzbekistan
        venezuela
        vietnam
        wales
        yemen
        zambia
        zimbabwe
        """
}
