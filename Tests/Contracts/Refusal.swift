package import Household
package import Testing

/// Expects `body` to throw a `HouseholdError` with that code.
package func refused(
    _ code: HouseholdError.Code, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async {
    do {
        try await body()
        Issue.record("nothing was refused", sourceLocation: location)
    } catch {
        #expect((error as? HouseholdError)?.code == code, sourceLocation: location)
    }
}
