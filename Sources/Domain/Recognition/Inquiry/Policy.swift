/// Every threshold of recognition in one place; the defaults are those of the pages and of Docs/settings.md.
package struct Policy: Sendable, Hashable {
    /// Above this an answer is likely.
    package var likelyAbove = 0.70
    /// Below this an answer is doubtful.
    package var doubtfulBelow = 0.40
    /// A best answer under this is no answer.
    package var clearMatchFrom = 0.20
    /// Two best answers nearer than this to each other are no clear answer, unless the first is likely.
    package var clearMargin = 0.05
    /// At or above this the picture is taken to show no plant.
    package var notAPlantFrom = 0.5
    /// Candidates shown.
    package var candidateCount = 10
    /// Photographs of one plant in one identification.
    package var photographLimit = 5
    /// Groups (genus, family) worth telling: they gather at least this, and more than their best member alone.
    package var rollUpFrom = 0.50

    /// Candidates that only the model names are told from here, beside its best.
    package var worthTelling = 0.10

    /// Who is asked.
    package var strategy = Strategy.onDeviceFirst
    /// On-device first: a best answer under this is taken to the service.
    package var askBelow = 0.70
    /// Requests to the service in a UTC day, at most.
    package var dailyBudget = 500
    /// The flora the service looks in.
    package var project = "all"
    /// The language of common names, as the service has it.
    package var language = "en"
    /// The service has this long for one inquiry, seconds.
    package var serviceSeconds = 60.0
    /// Days an answer of the service is remembered, and how many at most.
    package var cacheDays = 7
    package var cacheEntries = 100
    /// Whether a photograph that only looks like an earlier one is answered from its memory.
    package var matchesLookalikes = false

    package init() {}
}
