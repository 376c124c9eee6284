import Foundation
import Household
import Hummingbird
import Larder
import Messages
import Synchronization

/// The page on which a person composes a request to Robotoff that only reads. The answer is shown on the page of the
/// request, as the service sent it.
struct RobotoffPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.robotoff) { request, _ in
            let call = Upload.query(request)["request"].flatMap(RobotoffCall.named)
            return page(call, [:], nil)
        }
        router.on(.post, Site.robotoff) { request, _ in
            let form = try await Upload.form(request)
            guard let call = form["request"].flatMap(RobotoffCall.named) else {
                throw HouseholdError(.valueRefused, localized("Choose a request."))
            }
            var values: [String: String] = [:]
            for parameter in call.parameters { values[parameter.name] = form["value." + parameter.name] }
            let sent = Mutex<Int?>(nil)
            do {
                _ = try await household.larder.explore(call, values) { number in sent.withLock { $0 = number } }
            } catch let error as HouseholdError where request.wantsPage {
                // An answer with an error is shown like any other.
                if let number = sent.withLock(\.self) { return Response.seeOther(Site.foodCall(number)) }
                return page(call, values, error)
            }
            return Response.seeOther(sent.withLock(\.self).map { Site.foodCall($0) } ?? Site.foodCalls)
        }
    }

    private func page(_ call: RobotoffCall?, _ values: [String: String], _ error: HouseholdError?) -> Response {
        var response = renderer.page(
            RobotoffPage(call, values, error), title: localized("Requests to Robotoff"), tab: .larder,
            household: household)
        if let error { response.status = Problem(error).status }
        return response
    }
}

/// The list of requests, or the form of one; pure.
struct RobotoffPage: PageFields {
    static let template = "robotoff"

    struct Group: TemplateFields {
        let name: String
        let requests: [Request]
    }

    struct Request: TemplateFields {
        let href: String
        let words: String
        /// "GET /insights/random".
        let line: String
    }

    struct Form: TemplateFields {
        let id: String
        let words: String
        let line: String
        /// The same request as a command.
        let command: String
        let fields: [Field]
        let isBare: Bool
        let problem: String?
        let hint: String?
    }

    struct Field: TemplateFields {
        let name: String
        let value: String
        let usual: String?
        let isRequired: Bool
        let isNumber: Bool
        let isWrong: Bool
        /// For a parameter that is true or false.
        let isFlag: Bool
        let isTrue: Bool
        let isFalse: Bool
    }

    let groups: [Group]
    let form: Form?
    let source: FoodSource.Fields

    init(_ call: RobotoffCall?, _ values: [String: String], _ error: HouseholdError?) {
        groups =
            call == nil
            ? RobotoffCall.Group.allCases.map { group in
                Group(
                    name: group.words,
                    requests: RobotoffCall.of(group).map { call in
                        Request(
                            href: Site.robotoff.with(["request": call.id]), words: call.words, line: Self.line(call))
                    })
            } : []
        form = call.map { call in
            Form(
                id: call.id, words: call.words, line: Self.line(call), command: Self.command(call),
                fields: call.parameters.map { Self.field($0, values, error?.detail) }, isBare: call.parameters.isEmpty,
                problem: error?.message, hint: error?.hint)
        }
        source = FoodSource(hasPictures: false).context
    }

    private static func line(_ call: RobotoffCall) -> String { call.method + " " + call.path }

    private static func command(_ call: RobotoffCall) -> String {
        let isShort = [.insights, .predict, .logos].contains(call.group)
        let required = call.parameters.filter { $0.isRequired && $0 != call.first }.map { "\($0.name)=…" }
        let first = call.first.map { $0.isRequired ? ["…"] : [] } ?? []
        let words =
            ["stillroom food"] + (isShort ? [] : ["robotoff"]) + [call.group.rawValue, call.word] + first + required
        return words.joined(separator: " ")
    }

    private static func field(
        _ parameter: RobotoffCall.Parameter, _ values: [String: String], _ wrong: String?
    ) -> Field {
        let value = values[parameter.name] ?? ""
        return Field(
            name: parameter.name, value: value, usual: parameter.usual, isRequired: parameter.isRequired,
            isNumber: [.number, .barcode, .numbers].contains(parameter.kind),
            isWrong: wrong == parameter.name, isFlag: parameter.kind == .flag,
            isTrue: value == "true", isFalse: value == "false")
    }
}
