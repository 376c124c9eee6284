import Foundation
package import Recognition

/// The line under every result: which recogniser gave it, and whether Pl@ntNet was called and why. The same words on
/// the page and in the terminal.
package struct Provenance: Sendable {
    package let sentence: String

    package init(_ findings: InquiryResult) {
        let parts = [Self.here(findings), Self.service(findings), Self.left(findings)].compactMap(\.self)
        sentence = parts.joined(separator: " ")
    }

    private static func here(_ findings: InquiryResult) -> String? {
        guard let device = findings.device else { return nil }
        return "Read here in \(seconds(device.durations.total)) s by \(device.model)."
    }

    private static func service(_ findings: InquiryResult) -> String {
        let asked = findings.asked
        let line = percent(asked.threshold)
        let own = findings.device?.candidates.first.map { percent($0.confidence.value) }
        switch asked.reason {
        case .onDeviceOnly, .confident: return "Nothing left this machine."
        case .noPlant: return "Pl@ntNet was not asked: there seems to be no plant. Nothing left this machine."
        case .cached:
            return
                "Pl@ntNet's answer is from the cache of \(findings.service.map { day($0.answeredAt) } ?? "an earlier day")."
        case .offline: return "Offline, so Pl@ntNet was not asked."
        case .noQuota: return "Nothing is left of today's requests, so Pl@ntNet was not asked."
        case .notConfigured: return "Pl@ntNet was not asked: there is no key for it. Nothing left this machine."
        case .keyRefused: return "Pl@ntNet does not take the key, so it was not asked."
        case .paused: return "Pl@ntNet failed too often lately, so it was not asked."
        case .underThreshold, .outsideKnowledge, .deviceFailed, .byStrategy, .byHand:
            let because =
                switch asked.reason {
                case .underThreshold: own.map { " because \($0) is under your \(line) line" } ?? ""
                case .outsideKnowledge: " because the model here does not know this plant"
                case .deviceFailed: " because the model here failed"
                case .byHand: " because you wished it"
                default: " because the settings say so"
                }
            if let failure = asked.failure {
                return asked.service == nil
                    ? "Pl@ntNet was not asked: \(failure.message)"
                    : "Asked Pl@ntNet\(because), in vain: \(failure.message)"
            }
            let time = findings.service.map { " (\(seconds($0.durations.total)) s)" } ?? ""
            return "Asked Pl@ntNet\(because)\(time)."
        }
    }

    private static func left(_ findings: InquiryResult) -> String? {
        guard findings.asked.priceUnits > 0 else { return nil }
        let price =
            findings.asked.priceUnits == 1 ? "It used 1 request" : "It used \(findings.asked.priceUnits) requests"
        return findings.asked.remaining.map { "\(price); \($0) left that day." } ?? "\(price)."
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    /// "0.18"; "1.2" from one second on.
    package static func seconds(_ milliseconds: Double) -> String {
        let hundredths = Int((milliseconds / 10).rounded())
        if hundredths < 100 { return "0." + (hundredths < 10 ? "0" : "") + String(hundredths) }
        return String(Double(Int((milliseconds / 100).rounded())) / 10)
    }

    private static func day(_ date: Date) -> String {
        date.formatted(.dateTime.day().month(.wide).locale(Locale(identifier: "en_GB")))
    }
}
