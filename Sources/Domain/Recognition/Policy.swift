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

    package init() {}
}
