import Directions
import Foundation
import Wording

/// Directions in words for a person, and as data for a program.
struct PlainLabel {
    let directions: DirectionsReading

    /// The directions in plain English.
    var english: String {
        PlainDirections(directions).text
    }

    /// The German sentences; nil if one of them is missing, or if a person must check the English ones first.
    var german: [String]? {
        guard directions.status == .ok else { return nil }
        let sentences = TranslatedDirections.sentences(of: directions, in: .german)
        let complete = sentences.compactMap(\.self)
        return complete.count == sentences.count ? complete : nil
    }

    /// Returns all lines in the order in which they are shown.
    func lines(isEmergency: Bool, in region: SafetyText.Region) -> [String] {
        let first = isEmergency ? [SafetyText.emergency(region)] : []
        return first + [english] + (german ?? []) + [SafetyText.notAdvice]
    }

    /// Returns the directions as a JSON array of FHIR R4 `Dosage` values.
    func fhir() throws -> Data {
        try JSONEncoder().encode(FHIRDosage.dosages(of: directions))
    }
}
