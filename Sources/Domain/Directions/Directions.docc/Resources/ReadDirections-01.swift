import Directions

/// Reads the directions of a label for a person who compares them.
struct LabelReader {
    let reading: DirectionsReading

    /// `text` has the directions as they are printed.
    init(_ text: String) {
        reading = DirectionsReader.read(text)
    }
}
