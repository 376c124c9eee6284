import Directions

/// Reads the directions of a label for a person who compares them.
struct LabelReader {
    let reading: DirectionsReading

    /// `text` has the directions as they are printed.
    init(_ text: String) {
        reading = DirectionsReader.read(text)
    }

    /// The instructions that the app may show; empty if the directions are refused.
    var proposal: [Direction] {
        switch reading.status {
        case .ok, .review: reading.clauses
        case .refuse: []
        }
    }
}
