public import Calendar
public import Foundation

/// Asked when the household is in another zone than the plan: do the doses keep the plan's clock times or use those of
/// the new zone? Nothing changes before the answer.
public struct ZoneQuestion: Sendable, Hashable {
    /// The identifier of the plan's zone, such as "Europe/Vienna".
    public let planZone: String
    /// The identifier of the zone in which the household is now.
    public let household: String
    /// How many seconds the household's clocks are ahead of the plan's.
    public let difference: Int
    /// The doses of the next two days: with the plan's zone, and with the new one.
    public let kept: [PlannedDose]
    /// The doses of the next two days with the household's zone.
    public let shifted: [PlannedDose]
    /// The doses of `shifted` whose clock time today is already past in the plan's zone; they would come twice.
    public let twice: [PlannedDose]
    /// The doses of `kept` whose clock time today is already past in the new zone; they would be left out.
    public let leftOut: [PlannedDose]
}

extension DosePlan {
    /// True if the plan uses clock times. A fixed interval does not depend on the zone.
    public var goesByClocks: Bool {
        latest.steps.contains { $0.tracks.contains { $0.isScheduled && !$0.isElapsed } }
    }

    /// Returns the question; nil if the zone is the same, if the plan uses no clock times, or if a person has chosen
    /// already.
    public func zoneQuestion(
        household: Zone, zones: [Zone], at now: Date
    ) throws(DoseSchedule.ZoneMissing) -> ZoneQuestion? {
        guard household.name != latest.zone, goesByClocks, ended == nil, !keptIn.contains(household.name) else {
            return nil
        }
        let schedule = try DoseSchedule(self, zones: zones)
        guard let own = zones.first(where: { $0.name == latest.zone }) else {
            throw DoseSchedule.ZoneMissing(name: latest.zone)
        }
        let shifted = try DoseSchedule(shifting(to: household, at: now), zones: zones + [household])
        let until = now.addingTimeInterval(2 * 86_400)
        let (kept, moved) = (schedule.doses(from: now, to: until), shifted.doses(from: now, to: until))
        func isOver(_ dose: PlannedDose, in zone: Zone) -> Bool {
            dose.point.map { zone.instant(of: $0.day, at: $0.time) < now } ?? false
        }
        return ZoneQuestion(
            planZone: latest.zone, household: household.name,
            difference: household.offset(at: now) - own.offset(at: now), kept: kept, shifted: moved,
            twice: moved.filter { isOver($0, in: own) }, leftOut: kept.filter { isOver($0, in: household) })
    }

    /// Moves the plan to the same clock times in another zone. Nothing else changes, so no confirmation is needed.
    public mutating func shift(to zone: Zone, at now: Date) throws(ChangeError) {
        try revise(latest.moved(to: zone.name, from: max(now, latest.from)))
    }

    private func shifting(to zone: Zone, at now: Date) -> DosePlan {
        var plan = self
        plan.append(latest.moved(to: zone.name, from: max(now, latest.from)))
        return plan
    }
}

extension DosePlan.Revision {
    fileprivate func moved(to zone: String, from: Date) -> Self {
        Self(
            number: number + 1, medicine: medicine, answers: answers, steps: steps, repeating: repeating, zone: zone,
            from: from)
    }
}
