package import Calendar
package import FoundationEssentials

/// The household is in another zone than the plan: a person says whether the doses keep to the plan's clocks or go
/// by the new ones. Until then nothing changes.
package struct ZoneQuestion: Sendable, Hashable {
    package let planZone: String
    package let household: String
    /// How far the household's clocks are ahead now, in seconds.
    package let difference: Int
    /// The doses of the next two days in either case.
    package let kept: [PlannedDose]
    package let shifted: [PlannedDose]
    /// Of `shifted`: those whose time of the day is already over on the plan's clocks, so that it would come twice.
    package let twice: [PlannedDose]
    /// Of `kept`: those whose time of the day is already over on the new clocks, so that it would not come.
    package let leftOut: [PlannedDose]
}

extension DosePlan {
    /// Whether its times are of the wall at all: elapsed time is the same everywhere.
    package var goesByClocks: Bool {
        latest.steps.contains { $0.tracks.contains { $0.isScheduled && !$0.isElapsed } }
    }

    /// Nothing where there is nothing to ask: the same zone, no time of the wall, or a person chose already.
    package func zoneQuestion(
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

    /// The same times on the clocks of another zone, from then on. Nothing else is changed, so that nothing is to be
    /// confirmed again.
    package mutating func shift(to zone: Zone, at now: Date) throws(ChangeError) {
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
