package import Directions
package import Labels

extension MedicineCabinet {
    /// Compares a strength with those in which its medicine is sold. A strength is never corrected.
    package func strengthVerdict(name: String, strength: String?, form: String? = nil) -> StrengthVerdict {
        guard let strength, !strength.isEmpty else { return .unknown }
        return services.names().verdict(name: name, strength: strength, form: form)
    }

    /// Reads directions. Their status is not `ok` if a strength in them, or the strength of their medicine, is far from
    /// all strengths that are sold.
    package func readDirections(
        _ text: String, of name: String? = nil, strength: String? = nil, form: String? = nil
    ) -> DirectionsReading {
        let read = services.names().checked(DirectionsReader.read(text), medicine: name)
        guard let name, strengthVerdict(name: name, strength: strength, form: form).isTenfold else { return read }
        return read.pointingOut([DirectionsReading.Flag(LabelFlag.strengthTenfold.rawValue)])
    }
}
