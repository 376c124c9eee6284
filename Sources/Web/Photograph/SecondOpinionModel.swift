import Foundation
import Household
import Plants
import Recognition

/// The second opinion of Pl@ntNet on the page of an identification: its price before the request, or why no request is
/// possible; pure.
struct SecondOpinionModel {
    /// The fields of second.mustache.
    struct Fields: SharedFields {
        struct Ask: TemplateFields {
            let action: String
            let organs: [Photo]
            let button: String
            let price: String
            let level: String
            var levelWords: String?
        }

        struct Photo: TemplateFields {
            let number: String
            let thumbnail: String
            let choices: [OptionFields]
        }

        struct Waits: TemplateFields {
            let text: String
            let stop: String
        }

        struct Address: TemplateFields {
            let href: String
        }

        var ask: Ask?
        var waits: Waits?
        var setUp: Address?
        var keyRefused: Address?
    }

    enum Offer: Equatable {
        /// Pl@ntNet has answered, or no answer is needed.
        case none
        case ask(left: Int, of: Int, level: Quota.Level)
        /// No request is possible now; the photographs can be sent later.
        case later(why: String)
        case setUp
        case keyRefused
    }

    var offer = Offer.none
    /// The reason why the photographs are waiting to be sent.
    var waiting: String?

    init() {}

    init(
        _ identification: Identification, _ waiting: Waiting?, _ serviceStatus: Identifications.ServiceStatus, now: Date
    ) {
        if let waiting {
            self.waiting = Self.words(waiting, serviceStatus, now: now)
            return
        }
        guard identification.findings.service == nil else { return }
        switch serviceStatus.service {
        case .notConfigured: offer = .setUp
        case .keyRefused: offer = .keyRefused
        case .paused: offer = .later(why: "Pl@ntNet failed several times. Stillroom waits before it asks again.")
        case .ready:
            guard serviceStatus.link != nil else {
                offer = .later(why: "There is no network connection now.")
                return
            }
            guard let quota = serviceStatus.quota, quota.remaining(at: now) > 0 else {
                let reset = serviceStatus.quota?.resetsAt(from: now)
                offer = .later(
                    why: "No requests are left today."
                        + (reset.map { " New ones are available \(Wording.time($0, from: now))." } ?? ""))
                return
            }
            offer = .ask(left: quota.remaining(at: now), of: quota.limit, level: quota.level(at: now))
        }
    }

    func context(of identification: Identification) -> Fields {
        var fields = Fields()
        if let waiting {
            fields.waits = Fields.Waits(text: waiting, stop: Site.stopWaiting(identification.id))
            return fields
        }
        let action = Site.secondOpinion(identification.id)
        let organs = Self.organs(of: identification)
        switch offer {
        case .none: break
        case .ask(let left, _, let level):
            fields.ask = Fields.Ask(
                action: action, organs: organs, button: "Ask Pl@ntNet",
                price: "Uses 1 request; \(left) left today", level: level.rawValue,
                levelWords: QuotaModel.words(level))
        case .later(let why):
            fields.ask = Fields.Ask(
                action: action, organs: organs, button: "Ask Pl@ntNet later", price: why, level: "later")
        case .setUp: fields.setUp = Fields.Address(href: Site.settings)
        case .keyRefused: fields.keyRefused = Fields.Address(href: Site.settings)
        }
        return fields
    }

    private static func organs(of identification: Identification) -> [Fields.Photo] {
        identification.photographs.enumerated().map { place, id in
            Fields.Photo(
                number: String(place + 1), thumbnail: Site.thumbnail(id),
                choices: Organ.allCases.map { organ in
                    OptionFields(
                        value: organ.rawValue, word: word(organ), chosen: organ == identification.organs[place])
                })
        }
    }

    static func word(_ organ: Organ) -> String {
        switch organ {
        case .auto: "Pl@ntNet decides"
        case .leaf: "A leaf"
        case .flower: "A flower"
        case .fruit: "A fruit"
        case .bark: "Bark"
        }
    }

    static func words(_ waiting: Waiting, _ serviceStatus: Identifications.ServiceStatus, now: Date) -> String {
        switch waiting.obstacle {
        case .keyRefused: "Waiting for a valid key for Pl@ntNet."
        case .offline: "Waiting for the network. Then Pl@ntNet is asked."
        case .noQuota:
            "Waiting for new requests."
                + (serviceStatus.quota.map { " They are available \(Wording.time($0.day.end, from: now))." } ?? "")
        case Waiting.underWay: "The first request was interrupted. It is sent again."
        default:
            "Waiting for Pl@ntNet to answer again. "
                + "Tried \(waiting.attempts <= 1 ? "once" : "\(waiting.attempts) times")."
        }
    }
}

/// The remaining requests of the day; pure.
struct QuotaModel {
    let quota: Quota
    let now: Date

    var context: Fields {
        let left = quota.remaining(at: now)
        let level = quota.level(at: now)
        return Fields(
            left: String(left), limit: String(quota.limit), used: String(quota.used),
            underWay: String(quota.reserved), level: level.rawValue,
            reset: Wording.time(quota.resetsAt(from: now), from: now),
            words: Self.words(level), lower: quota.limit < quota.budget ? String(quota.budget) : nil)
    }

    /// Nil if many requests are left.
    static func words(_ level: Quota.Level) -> String? {
        switch level {
        case .plenty: nil
        case .note: "100 or fewer requests are left today."
        case .warning: "50 or fewer requests are left today."
        case .critical: "10 or fewer requests are left today."
        case .exhausted: "No requests are left today. Only the model of this server answers."
        }
    }
}

extension QuotaModel {
    /// The fields of key.mustache and settings.mustache about the quota.
    struct Fields: TemplateFields {
        let left: String
        let limit: String
        let used: String
        let underWay: String
        let level: String
        let reset: String
        let words: String?
        let lower: String?
    }
}
