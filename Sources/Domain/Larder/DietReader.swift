/// A product, read once for all that a diet asks of it.
struct DietReader {
    /// Words that somebody entered, and how to show them.
    struct Source {
        let words: FoodWords
        let shown: String
    }

    /// What speaks of something: as ingredients, and as what there may be traces of.
    struct Clues {
        var contained: [String] = []
        var traces: [String] = []
    }

    let product: Product
    let avoidsTraces: Bool
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
    /// Whether there was more than is read.
    let isCut: Bool

    /// Ingredients, with their parts.
    static let ingredientLimit = 1_000
    /// Letters of all of them.
    static let letterLimit = 60_000

    init(_ product: Product, avoidsTraces: Bool) {
        self.product = product
        self.avoidsTraces = avoidsTraces
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
        titles = Self.sources([product.name, product.genericName].compactMap(\.self) + product.categories)
        labels = Self.sources(product.labels)
        self.isCut = isCut
    }

    private static func sources(_ tags: [String]) -> [Source] {
        tags.prefix(300).map { .init(words: FoodWords(tag: $0), shown: TagWords.words($0)) }
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
        let named = vocabulary.hits(in: text)
        if clues.contained.isEmpty { clues.contained = named.filter { !$0.isTrace }.map(\.text) }
        if clues.traces.isEmpty { clues.traces = named.filter(\.isTrace).map(\.text) }
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

    /// "“whey”, “butter” and others".
    var quoted: String {
        let shown = prefix(3).map(TagWords.quoted)
        if count > 3 { return shown.joined(separator: ", ") + " and others" }
        guard let last = shown.last, count > 1 else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " and " + last
    }
}
