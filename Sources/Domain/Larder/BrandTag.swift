/// Brands in the notation of Open Food Facts and Robotoff.
package enum BrandTag {
    /// Returns the tag: lower case, without accents, with hyphens for all other characters: "l-oreal" for "L'Oréal",
    /// "ben-jerry-s" for "Ben & Jerry's". A language prefix ("xx:") is removed. Empty if the text has neither letters
    /// nor digits.
    package static func tag(of text: String) -> String {
        let scalars = text.unicodeScalars
        let front = scalars.prefix { $0 != ":" }
        let isTag =
            front.count == 2 && front.count < scalars.count
            && front.allSatisfy { $0.isASCII && $0.properties.isLowercase }
        var tag = ""
        var hasGap = false
        for scalar in (isTag ? scalars.dropFirst(3) : scalars[...]).prefix(200) {
            if FoodFolding.isLeftOut(scalar) { continue }
            var letters = ""
            guard FoodFolding.append(scalar, to: &letters) else {
                hasGap = true
                continue
            }
            if hasGap, !tag.isEmpty { tag += "-" }
            hasGap = false
            tag += letters
        }
        return tag
    }
}
