import Foundation
import HTTPTransport
import Household
import Larder
import OpenFoodFacts

extension OpenFoodFactsLarder {
    /// Sends a request that a person composed, anonymously, and returns the bytes of the answer.
    func explore(
        _ request: RobotoffRequest, sent: @escaping @Sendable (Int) -> Void
    ) async throws -> FoodService.Report<Void> {
        try await FoodCalls.$noted.withValue(sent) { try await answer(to: request) }
    }

    private func answer(to request: RobotoffRequest) async throws -> FoodService.Report<Void> {
        try await asking(.robotoff) {
            let basic = robotoff(as: .anonymous, over: reading).basic
            let reply = try await basic.bytes(
                request.call.method, request.path, query: request.query.map { (key: $0.name, value: $0.value) },
                json: request.body.isEmpty ? nil : .object(request.body.mapValues(Self.json)),
                accept: request.call.isTable ? "text/csv" : "application/json")
            return .init((), raw: reply.body)
        }
    }

    private static func json(_ member: RobotoffRequest.Member) -> JSONValue {
        switch member {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        }
    }
}
