import Household
import Messages
import Recognition

/// The status chip at the top of every page: requests, queue, network and model.
struct ChipModel {
    let text: String
    let kind: String

    init(text: String, kind: String) {
        self.text = text
        self.kind = kind
    }

    init(_ household: Household) {
        self.init(
            hasModel: household.policy.strategy == .serviceOnly
                || (try? household.identifications.recogniserAbout().get()) != nil,
            isOffline: household.identifications.link == nil, asking: household.identifications.runningCalls,
            waiting: household.identifications.waitingCount)
    }

    init(hasModel: Bool, isOffline: Bool, asking: Int, waiting: Int) {
        let queue = waiting == 0 ? nil : localized(waiting, one: "1 to send", other: "\(waiting, "count") to send")
        if !hasModel {
            (text, kind) = (localized("No model"), "problem")
        } else if asking > 0 {
            (text, kind) = (localized("Asking"), "asking")
        } else if isOffline {
            (text, kind) = ([localized("No internet"), queue].compactMap(\.self).joined(separator: ", "), "offline")
        } else if let queue {
            (text, kind) = (queue, "waiting")
        } else {
            (text, kind) = (localized("Connected"), "ready")
        }
    }
}
