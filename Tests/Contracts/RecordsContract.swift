import Foundation
package import Household
import Plants
import Recognition
package import Testing

/// What every store of records promises; each backend's tests run all of it.
package enum RecordsContract: String, CaseIterable, Sendable {
    case photographsComeBack, identificationsComeBack, latestFirst, foreignPhotographsAreRefused, keepingIsOnce
    case keepingWithoutIdentificationIsRefused, correctionsAreKept, plantsAreFound, plantsAreSorted, renaming, removing
    case householdsDoNotMeet, digestsAreKnown, manyAtOnce
    case photographsAreAddedTogether, photographsAreDiscarded, unattachedPhotographsAreSwept
    case filesAreRemovedOnlyIfUnused
    case bothAnswersComeBack, amending, waitingIsInLine, claimsAreExclusive, claimsAreFenced
    case quotaIsReserved, quotaIsNeverExceeded, theServiceLowersTheQuota, theServiceBlocks, lostUnitsAreSpent
    case quotaHasDays, answersAreRemembered, answersExpire, theLeastUsedGoesFirst, newModelsForget, lookalikesAreFound
    case statisticsAreCounted, choicesAreKept
    case plantsAreChanged, plantsAreFiltered, photographsAreAdded, roomsAreCounted, notesAreKept
    case choresComeBack, choresAreFound, choresAreSwitched, plansAreFollowed, doneMovesOn, onlyOnce, undoneIsUndone
    case batchesAreWhole, logsAreKept, removingTakesAll, arrivalsAreWhole, factsAreRemembered, taxaAreStudied
    case noticesFollowTheLog, noticesFollowThePlants, noticesFollowChoices, noticesFollowChannels
    case noticesAreAllOrNothing, settledIsNotToldAgain, reconcilingMends, foldedAreRemembered, clocksThatWentBack
    case oldNoticesAreForgotten, changesDoNotRing
    case noticesComeBack, noticesAreFound, noticesAreClaimedInLine, noticesAreClaimedOnce, leasesEnd
    case expiredAreNotHandedOut, goneTakesAll, laterIsTriedAgain, givenUpIsSeen
    case thePageIsThere, channelsAreKept, channelsHaveALimit, linksAreSpentOnce, secretsAreKept, feedsAreKept
    case eventsAreStamped, noticesDoNotMeet
    case productsAreRemembered, larderIsLatestFirst, lotAndExpiryStay, leavingTheLarderTakesAll
    case readsAreCounted, readsAreNeverTooMany, readsArePaused, readsOutliveClocks
    case questionsAreReplaced, oldQuestionsAreForgotten, openQuestionsAreUnanswered, lardersDoNotMeet
    case votesComeBack, votesAreOncePerVoter, votesAreTakenBack, takenBackOrSent, votesAreClaimedInLine
    case votesAreClaimedOnce, votesAreHastened, theNextVoteIsKnown, votesAreCounted, votesAreFound, votesDoNotMeet
    case votesAreSettledByHolders, endedLeasesAreUnknown, slowHoldersStillTell, unknownVotesAreLookedAt
    case votesAreSentOnceAtMost
    case labelsComeBack, labelsAreAmended, picturesOfLabelsGo
    case medicinesComeBack, medicinesAreAmended, confirmingIsOnce, forgettingTakesAll, medicinesDoNotMeet
    case dosesAreNoted, dosesAreNotedInLine, noticesFollowDoses, coursesAreTheLatest, toldDosesAreForgotten

    /// `other` is what another process sees of the same records, where the store can do that.
    package func check(_ records: any Records, beside other: (any Records)? = nil) async throws {
        let sample = Sample()
        switch self {
        case .photographsComeBack:
            let photograph = try await sample.photograph(in: records)
            #expect(try await records.photograph(photograph.id, of: sample.home) == photograph)
            #expect(try await records.photograph(sample.id("nobody"), of: sample.home) == nil)

        case .identificationsComeBack:
            let identification = try await sample.identification(in: records, photographs: 3)
            #expect(try await records.identification(identification.id, of: sample.home) == identification)
            #expect(try await records.identification(sample.id("nobody"), of: sample.home) == nil)

        case .latestFirst:
            for minute in [2, 3, 1] { _ = try await sample.identification(in: records, minute: minute) }
            let latest = try await records.identifications(latest: 2, of: sample.home)
            #expect(latest.map(\.answer.answeredAt) == [sample.time(3), sample.time(2)])

        case .foreignPhotographsAreRefused:
            let foreign = Identification(
                id: try sample.id("i"), photographs: [try sample.id("nobody")], answer: sample.answer())
            await refused(.notFound) { try await records.add(foreign, for: sample.home) }
            #expect(try await records.identification(foreign.id, of: sample.home) == nil)

        case .keepingIsOnce:
            let identification = try await sample.identification(in: records)
            let plant = try await sample.plant(in: records, of: identification)
            #expect(try await records.plant(plant.id, of: sample.home) == plant)
            #expect(try await records.identification(identification.id, of: sample.home)?.outcome == .kept(plant.id))
            let again = Plant(
                id: try sample.id("again"), name: "Again", taxon: nil, photographs: [],
                identification: identification.id,
                addedAt: sample.time(9))
            await refused(.alreadyKept) { try await records.keep(again, chores: [], correction: nil, for: sample.home) }
            #expect(try await records.plantCount(of: sample.home) == 1)

        case .keepingWithoutIdentificationIsRefused:
            let plant = Plant(
                id: try sample.id("p"), name: "Lost", taxon: nil, photographs: [],
                identification: try sample.id("nobody"),
                addedAt: sample.time(1))
            let correction = Correction(
                identification: try sample.id("nobody"), proposed: nil, chosen: nil, madeAt: sample.time(1))
            await refused(.notFound) {
                try await records.keep(plant, chores: [], correction: correction, for: sample.home)
            }
            #expect(try await records.plant(plant.id, of: sample.home) == nil)
            #expect(try await records.corrections(of: sample.home).isEmpty)

        case .correctionsAreKept:
            for name in ["Rosa canina", nil] {
                let identification = try await sample.identification(in: records)
                let correction = Correction(
                    identification: identification.id, proposed: "Viola odorata", chosen: name, madeAt: sample.time(4))
                _ = try await sample.plant(in: records, of: identification, correction: correction)
            }
            #expect(try await records.corrections(of: sample.home).map(\.chosen) == ["Rosa canina", nil])

        case .plantsAreFound:
            let plants = try await sample.collection(in: records)
            func names(_ text: String) async throws -> [String] {
                try await records.plants(PlantQuery(text: text, order: .name), of: sample.home).map(\.name)
            }
            #expect(try await names("").count == plants.count)
            #expect(try await names("STROM") == ["Ström"])
            #expect(try await names(" rosa  canina ") == ["Alice"])
            #expect(try await names("rosaceae").count == plants.count)
            #expect(try await names("100%") == [])
            #expect(try await names("_") == [])

        case .plantsAreSorted:
            _ = try await sample.collection(in: records)
            #expect(
                try await records.plants(PlantQuery(order: .newest), of: sample.home).map(\.name) == [
                    "Ström", "zinnia", "Alice",
                ])
            #expect(
                try await records.plants(PlantQuery(order: .name), of: sample.home).map(\.name) == [
                    "Alice", "Ström", "zinnia",
                ])

        case .renaming:
            let plant = try await sample.plant(in: records, of: sample.identification(in: records))
            var renamed = plant
            renamed.name = "Ärger"
            try await records.update(renamed, for: sample.home)
            #expect(try await records.plant(plant.id, of: sample.home) == renamed)
            #expect(try await records.plants(PlantQuery(text: "arger"), of: sample.home).count == 1)
            let nobody = Plant(
                id: try sample.id("nobody"), name: "x", taxon: nil, photographs: [], identification: nil,
                addedAt: sample.time(1))
            await refused(.notFound) { try await records.update(nobody, for: sample.home) }

        case .removing:
            let identification = try await sample.identification(in: records)
            let plant = try await sample.plant(in: records, of: identification)
            try await records.remove(plant.id, for: sample.home)
            #expect(try await records.plant(plant.id, of: sample.home) == nil)
            #expect(try await records.identification(identification.id, of: sample.home)?.outcome == .open)
            await refused(.notFound) { try await records.remove(plant.id, for: sample.home) }
            _ = try await sample.plant(in: records, of: identification)

        case .householdsDoNotMeet:
            let identification = try await sample.identification(in: records)
            let plant = try await sample.plant(in: records, of: identification)
            let away = sample.away
            #expect(try await records.photograph(identification.photographs[0], of: away) == nil)
            #expect(try await records.identification(identification.id, of: away) == nil)
            #expect(try await records.identifications(latest: 10, of: away).isEmpty)
            #expect(try await records.plant(plant.id, of: away) == nil)
            #expect(try await records.plants(PlantQuery(), of: away).isEmpty)
            #expect(try await records.plantCount(of: away) == 0)
            await refused(.notFound) { try await records.update(plant, for: away) }
            await refused(.notFound) { try await records.remove(plant.id, for: away) }
            let stolen = Identification(
                id: try sample.id("s"), photographs: identification.photographs, answer: sample.answer())
            await refused(.notFound) { try await records.add(stolen, for: away) }
            #expect(try await records.plant(plant.id, of: sample.home) == plant)

        case .digestsAreKnown:
            let photograph = try await sample.photograph(in: records)
            #expect(try await records.uses(photograph.digest))
            #expect(try await !records.uses(sample.digest("f")))

        case .manyAtOnce:
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        let identification = try await sample.identification(in: records)
                        _ = try await sample.plant(in: records, of: identification)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await records.plantCount(of: sample.home) == 40)
            try await records.check()

        case .photographsAreAddedTogether, .photographsAreDiscarded, .unattachedPhotographsAreSwept,
            .filesAreRemovedOnlyIfUnused:
            try await checkPhotographs(records, beside: other ?? records, sample)
        case .bothAnswersComeBack, .amending, .waitingIsInLine, .claimsAreExclusive, .claimsAreFenced:
            try await checkWaiting(records, sample)
        case .quotaIsReserved, .quotaIsNeverExceeded, .theServiceLowersTheQuota, .theServiceBlocks,
            .lostUnitsAreSpent, .quotaHasDays:
            try await checkQuota(records, sample)
        case .answersAreRemembered, .answersExpire, .theLeastUsedGoesFirst, .newModelsForget, .lookalikesAreFound,
            .statisticsAreCounted, .choicesAreKept:
            try await checkMemory(records, sample)
        case .plantsAreChanged, .plantsAreFiltered, .photographsAreAdded, .roomsAreCounted, .notesAreKept,
            .arrivalsAreWhole, .factsAreRemembered, .taxaAreStudied:
            try await checkCollection(records, sample)
        case .noticesFollowTheLog, .noticesFollowThePlants, .noticesFollowChoices, .noticesFollowChannels,
            .noticesAreAllOrNothing, .settledIsNotToldAgain, .reconcilingMends, .foldedAreRemembered,
            .clocksThatWentBack, .oldNoticesAreForgotten, .changesDoNotRing:
            try await checkNotices(records, sample)
        case .noticesComeBack, .noticesAreFound, .noticesAreClaimedInLine, .noticesAreClaimedOnce, .leasesEnd,
            .expiredAreNotHandedOut, .goneTakesAll, .laterIsTriedAgain, .givenUpIsSeen:
            try await checkSending(records, sample)
        case .thePageIsThere, .channelsAreKept, .channelsHaveALimit, .linksAreSpentOnce, .secretsAreKept,
            .feedsAreKept, .eventsAreStamped, .noticesDoNotMeet:
            try await checkChannels(records, sample)
        case .productsAreRemembered, .larderIsLatestFirst, .lotAndExpiryStay, .leavingTheLarderTakesAll,
            .readsAreCounted, .readsAreNeverTooMany, .readsArePaused, .readsOutliveClocks, .questionsAreReplaced,
            .oldQuestionsAreForgotten, .openQuestionsAreUnanswered, .lardersDoNotMeet:
            try await checkLarder(records, beside: other ?? records, sample)
        case .votesComeBack, .votesAreOncePerVoter, .votesAreTakenBack, .takenBackOrSent, .votesAreClaimedInLine,
            .votesAreClaimedOnce, .votesAreHastened, .theNextVoteIsKnown, .votesAreCounted, .votesAreFound,
            .votesDoNotMeet:
            try await checkVotes(records, beside: other ?? records, sample)
        case .votesAreSettledByHolders, .endedLeasesAreUnknown, .slowHoldersStillTell, .unknownVotesAreLookedAt,
            .votesAreSentOnceAtMost:
            try await checkFences(records, sample)
        case .labelsComeBack, .labelsAreAmended, .picturesOfLabelsGo:
            try await checkLabels(records, beside: other ?? records, sample)
        case .medicinesComeBack, .medicinesAreAmended, .confirmingIsOnce, .forgettingTakesAll, .medicinesDoNotMeet:
            try await checkMedicines(records, beside: other ?? records, sample)
        case .dosesAreNoted, .dosesAreNotedInLine, .noticesFollowDoses, .coursesAreTheLatest, .toldDosesAreForgotten:
            try await checkDoses(records, beside: other ?? records, sample)
        default: try await checkChores(records, sample)
        }
    }
}

/// Expects `body` to throw a `HouseholdError` of that code.
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
