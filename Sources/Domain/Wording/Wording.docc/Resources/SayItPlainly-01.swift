import Directions
import Wording

/// Directions in words for a person, and as data for a program.
struct PlainLabel {
    let directions: DirectionsReading

    /// The directions in plain English.
    var english: String {
        PlainDirections(directions).text
    }
}
