package import Directions
package import Doses
import Wording

extension ConfirmedLabel.Item {
    /// Creates an item with our own wording of the directions.
    package init(medicine: Medicine, directions: DirectionsReading, entry: Int?) {
        var last: Int?
        let plain = PlainDirections(directions).sentences.map { sentence in
            defer { last = sentence.step ?? last }
            let isFromLabel = sentence.kind == .instruction || sentence.kind == .limit
            guard let step = sentence.step, step != last else {
                return ConfirmedLabel.Plain(sentence.text, spans: sentence.spans, isFromLabel: isFromLabel)
            }
            return ConfirmedLabel.Plain(
                "Step \(step): \(sentence.text)", spans: sentence.spans, isFromLabel: isFromLabel)
        }
        self.init(medicine: medicine, directions: directions, entry: entry, plain: plain)
    }
}
