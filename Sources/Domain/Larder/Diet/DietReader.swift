import Messages

/// A product, prepared once for all questions of a diet.
struct DietReader {
    /// Words that a person entered, and their form for display.
    struct Source {
        let words: FoodWords
        let shown: String
        /// The tag; nil for free text.
        var tag: String?
    }

    /// Where something is named: as an ingredient, and in a warning of traces.
    struct Clues {
        var contained: [String] = []
        var traces: [String] = []

        /// Adds the hits of the vocabulary. A source with only hits inside warnings counts as traces; one with another
        /// hit, or with the allergen's tag `own`, as contained.
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
    /// The list of ingredients as on the package.
    let text: FoodWords
    /// The service's ingredients and additives, each as text and as tag.
    let ingredients: [Source]
    /// All ingredients, including parts of others.
    let nodes: [Product.Ingredient]
    /// The ingredients without parts.
    let leaves: [Product.Ingredient]
    /// Name, kind and labels.
    let titles: [Source]
    let labels: [Source]
    /// Ingredients in other languages, and warnings, as whole texts.
    let otherTexts: [Source]
    /// The entered allergens and traces: tags and free text.
    let allergens: [Source]
    let traces: [Source]
    /// True if the product has more data than the limits allow to read.
    let isCut: Bool

    /// Maximum number of ingredients with their parts.
    static let ingredientLimit = 1_000
    /// Maximum number of characters of all of them.
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

    /// Returns the parts of free text among allergens or traces: "en:nuts, Sellerie".
    private static func parts(of product: Product, _ kind: Product.PacketText.Kind) -> [Source] {
        (product.texts ?? []).filter { $0.kind == kind }.prefix(40).flatMap { text in
            let whole = FoodWords(text.text, limit: 2_000)
            // A sentence with a warning is not split, so that the warning applies to all of it.
            if whole.words.contains(where: \.isTrace) {
                return [Source(words: whole, shown: TagWords.cut(TagWords.line(text.text)))]
            }
            return text.text.prefix(2_000).split(whereSeparator: { ",;".contains($0) || $0.isNewline }).prefix(100).map
            {
                part(String($0))
            }
        }
    }

    /// The service prefixes free text with its language: "(en) en:peanuts".
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

    /// A word in a script that this vocabulary does not know, in the texts about the contents; nil if there is none.
    var unreadWord: String? {
        ([text] + (allergens + traces).map(\.words)).lazy.flatMap(\.words).first(where: \.isForeign)?.text
    }

    /// True if the list of ingredients is declared complete and was read completely.
    var isWhole: Bool { product.hasAllIngredients == true && !isCut && hasIngredients }
    var hasIngredients: Bool { !text.words.isEmpty || !nodes.isEmpty }

    /// Returns what the list of ingredients names.
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

    /// Why an incomplete list decides nothing.
    var partialBecause: String {
        if !hasIngredients { return localized("The ingredients have not been entered.") }
        if isCut { return localized("The list of ingredients is longer than what is read of it.") }
        return localized("It is not confirmed that the list of ingredients is complete.")
    }
}

extension [String] {
    mutating func add(_ text: String) {
        if !contains(text) { append(text) }
    }

    /// Without duplicates, in order.
    var unique: [String] { reduce(into: []) { $0.add($1) } }

    /// Returns "“whey”, “butter” and others".
    var quoted: String {
        let shown = prefix(3).map(TagWords.quoted)
        guard count > 3 else { return LocalList.and(Array(shown)) }
        let items = shown.joined(separator: ", ")
        return localized("\(items, "items") and others")
    }
}
