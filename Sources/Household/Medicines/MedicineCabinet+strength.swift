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

/// A `StrengthVerdict` in JSON.
package struct StrengthCheck: Encodable, Sendable {
    /// "listed", "unlisted", "tenfold", "unknown".
    package let verdict: String
    /// 0.001 to 1000; only with "tenfold".
    package let factor: Double?
    /// The nearest listed strength; only with "tenfold" and "unlisted".
    package let nearest: String?

    package init(_ verdict: StrengthVerdict) {
        switch verdict {
        case .listed: (self.verdict, factor, nearest) = ("listed", nil, nil)
        case .unlisted(let near): (self.verdict, factor, nearest) = ("unlisted", nil, near)
        case .tenfold(let times, let near): (self.verdict, factor, nearest) = ("tenfold", times, near)
        case .unknown: (self.verdict, factor, nearest) = ("unknown", nil, nil)
        }
    }
}
