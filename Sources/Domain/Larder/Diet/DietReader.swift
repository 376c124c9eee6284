/// A product, read once for all that a diet asks of it.
struct DietReader {
    /// Words that somebody entered, and how to show them.
    struct Source {
        let words: FoodWords
        let shown: String
        /// Where it is one.
        var tag: String?
    }

    /// What speaks of something: as ingredients, and as what there may be traces of.
    struct Clues {
        var contained: [String] = []
        var traces: [String] = []

        /// Words in a warning are traces, others are in it; so is the allergen's own tag.
        mutating func add(_ vocabulary: FoodVocabulary, in sources: [Source], own: String) {
            for source in sources {
                let hits = vocabulary.hits(in: source.words)
                if source.tag == own || hits.contains(where: { !$0.isTrace }) {
                    contained.add(source.shown)
                } else if !hits.isEmpty {
                    traces.add(source.shown)
                }
            }
        }
    }

    let product: Product
    let rule: TraceRule
    /// The list of ingredients as it is on the packet.
    let text: FoodWords
    /// What the service makes of it, and additives: each as its text and as its tag.
    let ingredients: [Source]
    /// All of them, parts of others too.
    let nodes: [Product.Ingredient]
    /// Those that have no parts.
    let leaves: [Product.Ingredient]
    /// Name, kind and labels.
    let titles: [Source]
    let labels: [Source]
    /// Ingredients in other languages, and warnings: whole texts.
    let otherTexts: [Source]
    /// What is stated as allergens and as traces: tags, and what somebody typed beside them.
    let allergens: [Source]
    let traces: [Source]
    /// Whether there was more than is read.
    let isCut: Bool

    /// Ingredients, with their parts.
    static let ingredientLimit = 1_000
    /// Letters of all of them.
    static let letterLimit = 60_000

    init(_ product: Product, traces: TraceRule) {
        self.product = product
        rule = traces
        text = FoodWords(product.ingredientsText ?? "")
        var left = Array(product.ingredients.prefix(Self.ingredientLimit).reversed())
        var isCut = text.isCut || product.ingredients.count > Self.ingredientLimit
        var sources: [Source] = []
        var letters = 0
        var nodes: [Product.Ingredient] = []
        while let next = left.popLast() {
            guard nodes.count < Self.ingredientLimit, letters < Self.letterLimit else {
                isCut = true
                break
            }
            let words = FoodWords(next.text, limit: FoodWords.tagLimit)
            letters += words.words.reduce(0) { $0 + $1.letters.count }
            isCut = isCut || words.isCut
            sources.append(.init(words: words, shown: TagWords.cut(TagWords.line(next.text))))
            if let tag = next.tag {
                sources.append(.init(words: FoodWords(tag: tag), shown: TagWords.cut(TagWords.line(next.text))))
            }
            nodes.append(next)
            left += next.parts.prefix(Self.ingredientLimit).reversed()
        }
        ingredients = sources + Self.sources(product.additives ?? [])
        self.nodes = nodes
        leaves = nodes.filter(\.parts.isEmpty)
        titles =
            Self.sources([product.name, product.genericName].compactMap(\.self) + product.categories)
            + Self.texts(of: product, [.name])
        otherTexts = Self.texts(of: product, [.ingredients, .warning])
        labels = Self.sources(product.labels) + Self.parts(of: product, .label)
        allergens = Self.sources(product.allergens.tags, limit: 1_000) + Self.parts(of: product, .allergens)
        self.traces = Self.sources(product.traces.tags, limit: 1_000) + Self.parts(of: product, .traces)
        self.isCut = isCut || otherTexts.contains { $0.words.isCut }
    }

    private static func sources(_ tags: [String], limit: Int = 300) -> [Source] { tags.prefix(limit).map(source) }

    static func source(_ tag: String) -> Source {
        .init(words: FoodWords(tag: tag), shown: TagWords.words(tag), tag: tag)
    }

    private static func texts(of product: Product, _ kinds: Set<Product.PacketText.Kind>) -> [Source] {
        (product.texts ?? []).filter { kinds.contains($0.kind) }.prefix(40).map {
            .init(words: FoodWords($0.text), shown: TagWords.cut(TagWords.line($0.text)))
        }
    }

    /// What was typed among allergens or traces, part by part: "en:nuts, Sellerie".
    private static func parts(of product: Product, _ kind: Product.PacketText.Kind) -> [Source] {
        (product.texts ?? []).filter { $0.kind == kind }.prefix(40).flatMap { text in
            let whole = FoodWords(text.text, limit: 2_000)
            // A sentence is read as one, so that a warning in it reaches as far as it does.
            if whole.words.contains(where: \.isTrace) {
                return [Source(words: whole, shown: TagWords.cut(TagWords.line(text.text)))]
            }
            return text.text.prefix(2_000).split(whereSeparator: { ",;".contains($0) || $0.isNewline }).prefix(100).map
            {
                part(String($0))
            }
        }
    }

    /// The service writes the language before what somebody typed: "(en) en:peanuts".
    private static func part(_ text: String) -> Source {
        var text = TagWords.line(text)
        if text.hasPrefix("("), let end = text.firstIndex(of: ")"), text.distance(from: text.startIndex, to: end) <= 4 {
            text = TagWords.line(String(text[text.index(after: end)...]))
        }
        let isTag = text.prefix(4).contains(":") && !text.contains(" ")
        return isTag
            ? source(text.lowercased())
            : .init(words: FoodWords(text, limit: FoodWords.tagLimit), shown: TagWords.cut(text))
    }

    /// One in letters that this vocabulary does not read, in what was typed about the contents.
    var unreadWord: String? {
        ([text] + (allergens + traces).map(\.words)).lazy.flatMap(\.words).first(where: \.isForeign)?.text
    }

    /// Nothing can be missing from it, as far as anybody says.
    var isWhole: Bool { product.hasAllIngredients == true && !isCut && hasIngredients }
    var hasIngredients: Bool { !text.words.isEmpty || !nodes.isEmpty }

    /// What is named in the list of ingredients.
    func clues(_ vocabulary: FoodVocabulary) -> Clues {
        var clues = Clues()
        for source in ingredients {
            for hit in vocabulary.hits(in: source.words) {
                if hit.isTrace { clues.traces.add(source.shown) } else { clues.contained.add(source.shown) }
            }
        }
        let named = ([text] + otherTexts.map(\.words)).flatMap { vocabulary.hits(in: $0) }
        if clues.contained.isEmpty { clues.contained = named.filter { !$0.isTrace }.map(\.text).unique }
        if clues.traces.isEmpty { clues.traces = named.filter(\.isTrace).map(\.text).unique }
        return clues
    }

    /// Why a list that is not known to be whole decides nothing.
    var partialBecause: String {
        if !hasIngredients { return "Nobody has entered the ingredients." }
        if isCut { return "The list of ingredients is longer than what is read of it." }
        return "Nobody has said that the list of ingredients is whole."
    }
}

extension [String] {
    mutating func add(_ text: String) {
        if !contains(text) { append(text) }
    }

    /// Each once.
    var unique: [String] { reduce(into: []) { $0.add($1) } }

    /// "“whey”, “butter” and others".
    var quoted: String {
        let shown = prefix(3).map(TagWords.quoted)
        if count > 3 { return shown.joined(separator: ", ") + " and others" }
        guard let last = shown.last, count > 1 else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " and " + last
    }
}
