/// All thresholds of recognition. The defaults are those of the pages and of Docs/settings.md.
public struct Policy: Sendable, Hashable {
    /// Above this confidence an answer is likely.
    public var likelyAbove = 0.70
    /// Below this confidence an answer is doubtful.
    public var doubtfulBelow = 0.40
    /// The minimum confidence of a clear match.
    public var clearMatchFrom = 0.20
    /// The minimum distance between the first two candidates for a clear match, unless the first is likely.
    public var clearMargin = 0.05
    /// Photographs whose shorter side has fewer pixels are too small for a likely answer.
    public var smallestSide = 96
    /// The page warns of a plant that injures the skin if its candidates together have at least this confidence. Measured
    /// (Docs/model-card.md): the built-in model finds poison ivy in many leaves that it does not know, and a warning on
    /// every second photograph is read no more.
    public var hazardFrom = 0.3
    /// At or above this probability the picture counts as not showing a plant.
    public var notAPlantFrom = 0.5
    /// The maximum number of candidates shown.
    public var candidateCount = 10
    /// The maximum number of photographs in an identification.
    public var photographLimit = 5
    /// A genus or family is shown if its probability is at least this and more than that of its best member.
    public var rollUpFrom = 0.50

    /// Candidates that only the local model names are shown from this confidence on, in addition to its best.
    public var worthTelling = 0.10

    /// The sources to ask, and their order.
    public var strategy = Strategy.onDeviceFirst
    /// For `onDeviceFirst`: the service is called if the best local confidence is below this. 0 disables automatic
    /// service calls.
    public var askBelow = 0.70
    /// The maximum number of requests to the service in a UTC day.
    public var dailyBudget = 500
    /// The flora that the service searches.
    public var project = "all"
    /// The language of common names, as a code of the service.
    public var language = "en"
    /// The time limit of the service for one inquiry, in seconds.
    public var serviceSeconds = 60.0
    /// How many days an answer of the service is cached.
    public var cacheDays = 7
    /// The maximum number of cached answers.
    public var cacheEntries = 100
    /// True if a photograph that is similar to an earlier one gets the cached answer.
    public var matchesLookalikes = false

    public init() {}
}
