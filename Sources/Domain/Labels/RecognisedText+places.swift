extension RecognisedText {
    /// Returns this text with `isAgreed` set for each word that the other reading has at the same place.
    package func agreeing(with other: RecognisedText) -> RecognisedText {
        let known = other.lines.flatMap(\.words)
        return RecognisedText(
            reader: reader,
            lines: lines.map { line in
                Line(
                    words: line.words.map { word in
                        let isAgreed = known.contains { $0.text == word.text && $0.isAt(word.place) }
                        return Word(
                            text: word.text, confidence: word.confidence, place: word.place, isAgreed: isAgreed)
                    }, place: line.place)
            }, isHandwritten: isHandwritten || other.isHandwritten, confidence: confidence, turns: turns)
    }
}

extension RecognisedText.Word {
    fileprivate func isAt(_ place: RecognisedText.Place?) -> Bool {
        guard let mine = self.place?.frame, let frame = place?.frame else { return false }
        let width = min(mine.right, frame.right) - max(mine.left, frame.left)
        let height = min(mine.bottom, frame.bottom) - max(mine.top, frame.top)
        guard width > 0, height > 0 else { return false }
        return width * height >= 0.5 * min(mine.area, frame.area)
    }
}

extension RecognisedText.Place {
    /// The upright rectangle around the place.
    package var frame: Frame? {
        guard let left = corners.map(\.x).min(), let right = corners.map(\.x).max(),
            let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max()
        else { return nil }
        return Frame(left: left, top: top, right: right, bottom: bottom)
    }

    package struct Frame: Sendable, Hashable {
        package let left, top, right, bottom: Double
        package var area: Double { (right - left) * (bottom - top) }
    }
}
