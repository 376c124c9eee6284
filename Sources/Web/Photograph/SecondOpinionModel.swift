import Foundation
import Household
import Messages
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
        case .paused:
            offer = .later(
                why: localized("Pl@ntNet failed several times. Stillroom waits before it asks again."))
        case .ready:
            guard serviceStatus.link != nil else {
                offer = .later(why: localized("There is no network connection now."))
                return
            }
            guard let quota = serviceStatus.quota, quota.remaining(at: now) > 0 else {
                let reset = serviceStatus.quota.map { Wording.time($0.resetsAt(from: now), from: now) }
                offer = .later(
                    why: reset.map {
                        localized("No requests are left today. New ones are available \($0, "time").")
                    } ?? localized("No requests are left today."))
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
                action: action, organs: organs, button: localized("Ask Pl@ntNet"),
                price: localized("Uses 1 request; \(left, "left") left today"), level: level.rawValue,
                levelWords: QuotaModel.words(level))
        case .later(let why):
            fields.ask = Fields.Ask(
                action: action, organs: organs, button: localized("Ask Pl@ntNet later"), price: why, level: "later")
        case .setUp: fields.setUp = Fields.Address(href: Site.settingsPlantNet)
        case .keyRefused: fields.keyRefused = Fields.Address(href: Site.settingsPlantNet)
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
        case .auto: localized("Pl@ntNet decides")
        case .leaf: localized("A leaf")
        case .flower: localized("A flower")
        case .fruit: localized("A fruit")
        case .bark: localized("Bark")
        }
    }

    static func words(_ waiting: Waiting, _ serviceStatus: Identifications.ServiceStatus, now: Date) -> String {
        switch waiting.obstacle {
        case .keyRefused: localized("Waiting for a valid key for Pl@ntNet.")
        case .offline: localized("Waiting for the network. Then Pl@ntNet is asked.")
        case .noQuota:
            serviceStatus.quota.map { words(untilNewRequests: Wording.time($0.day.end, from: now)) }
                ?? localized("Waiting for new requests.")
        case Waiting.underWay: localized("The first request was interrupted. It is sent again.")
        default:
            localized(
                max(1, waiting.attempts), one: "Waiting for Pl@ntNet to answer again. Tried once.",
                other: "Waiting for Pl@ntNet to answer again. Tried \(waiting.attempts, "count") times.")
        }
    }
}

extension SecondOpinionModel {
    private static func words(untilNewRequests time: String) -> String {
        localized("Waiting for new requests. They are available \(time, "time").")
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
        case .note: localized("100 or fewer requests are left today.")
        case .warning: localized("50 or fewer requests are left today.")
        case .critical: localized("10 or fewer requests are left today.")
        case .exhausted: localized("No requests are left today. Only the model of this server answers.")
        }
    }
}

extension QuotaModel {
    /// The fields of plantnet.mustache about the quota.
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
