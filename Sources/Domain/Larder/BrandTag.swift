/// Brands as Open Food Facts and Robotoff keep them.
package enum BrandTag {
    /// Small letters without accents, a hyphen in the place of everything else: "l-oreal" of "L'Oréal", "ben-jerry-s" of
    /// "Ben & Jerry's". A language in front ("xx:") goes. Empty where there is no letter and no digit.
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
