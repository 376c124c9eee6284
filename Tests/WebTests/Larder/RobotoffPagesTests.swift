import Foundation
import HTTPTypes
import HummingbirdTesting
import Larder
import Support
import Testing

@testable import Web

@Suite("The page of requests to Robotoff", .tags(.medium))
struct RobotoffPagesTests {
    @Test("The list leads to a form for every request, and showing them asks nothing")
    func list() async throws {
        let food = FoodHouse()
        try await LarderVisit.to(food.household()) { visit in
            let list = try await visit.html("/larder/robotoff")
            for call in RobotoffCall.all {
                #expect(list.contains("/larder/robotoff?request=\(call.id)"), "\(call.id)")
                let form = try await visit.html("/larder/robotoff?request=\(call.id)")
                for parameter in call.parameters {
                    #expect(form.contains("name=\"value.\(parameter.name)\""), "\(call.id) \(parameter.name)")
                }
            }
            #expect(try await visit.html("/larder/robotoff?request=nothing").contains("Random insights"))
        }
        #expect(food.explored.isEmpty)
    }

    @Test("A sent form asks once and leads to the answer")
    func send() async throws {
        let food = FoodHouse()
        try await LarderVisit.to(food.household()) { visit in
            let answer = try await visit.send(
                "/larder/robotoff", "request=insights-random&value.type=label&value.count=3")
            #expect(answer.status == .seeOther && answer.headers[.location]?.hasPrefix("/larder/calls") == true)
        }
        #expect(food.explored.map(\.path) == ["/insights/random"])
        #expect(food.explored.first?.query.map(\.value) == ["label", "3"])
    }

    @Test("A wrong value is shown at its field, keeps what was typed, and asks nothing")
    func wrong() async throws {
        let food = FoodHouse()
        try await LarderVisit.to(food.household()) { visit in
            let answer = try await visit.send(
                "/larder/robotoff", "request=insights-random&value.type=%3Clabel%3E&value.count=many")
            #expect(answer.status == .unprocessableContent)
            let page = try visit.clean(answer)
            #expect(page.contains("count must be a whole number.") && page.contains("value=\"&lt;label&gt;\""))
            #expect(page.contains("aria-invalid=\"true\""))
        }
        #expect(food.explored.isEmpty)
    }

    @Test("The command for a request has its words and its required values")
    func command() {
        func command(_ id: String) -> String? {
            RobotoffCall.named(id).flatMap { RobotoffPage($0, [:], nil).form?.command }
        }
        #expect(command("insights-random") == "stillroom food insights random")
        #expect(command("insights-detail") == "stillroom food insights detail …")
        #expect(command("predict-nutrition") == "stillroom food predict nutrition … ocr_url=…")
        #expect(command("service-status") == "stillroom food robotoff service status")
    }
}
