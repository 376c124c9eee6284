import Directions
import Messages

/// Remarks beside the directions: what they leave open, what could not be read, what is easily misread.
enum PlainRemarks {
    typealias Sentence = PlainDirections.Sentence

    static func unread(of directions: DirectionsReading) -> [Sentence] {
        unreadRuns(of: directions).map { span in
            let words = quoted(span, of: directions)
            return Sentence(
                localized("We could not read: “\(words, "words")”. Check the label."), .unread, spans: [span])
        }
    }

    /// Returns the unread spans; neighbouring ones are joined if no word that was read lies between them.
    static func unreadRuns(of directions: DirectionsReading) -> [TextSpan] {
        directions.unread.filter { !$0.isEmpty }.sorted().reduce(into: []) { runs, span in
            guard let last = runs.last else { return runs.append(span) }
            let run = TextSpan(last.start, max(last.end, span.end))
            let between = TextSpan(last.end, span.start)
            let isClose = between.end - between.start < 30 && !directions.spans.contains { $0.span.overlaps(between) }
            if isClose { runs[runs.count - 1] = run } else { runs.append(span) }
        }
    }

    /// Returns a sentence for each flag, after the text it is about. For refused directions only the reasons are given
    /// and nothing is quoted, because a number in the quotation would be a dose.
    static func cautions(of directions: DirectionsReading) -> [Sentence] {
        var cautions: [Sentence] = []
        var joined: Set<String> = []
        for flag in directions.flags where !isSaidByUnread(flag, of: directions) {
            if directions.status != .refuse, flag.span != nil, let label = LabelFlag(rawValue: flag.code),
                perWord.contains(label)
            {
                if joined.insert(flag.code).inserted { cautions.append(oneSentence(label, of: directions)) }
                continue
            }
            let known = FlagDefinition.of(flag.code)
            let isRefused = directions.status == .refuse
            guard !isRefused || known?.weight == .refuse else { continue }
            let sentence =
                known?.sentence ?? LabelFlag(rawValue: flag.code)?.sentence
                ?? localized("This needs a look at the label.")
            let quotation = flag.span.map { quoted($0, of: directions) } ?? ""
            let text = isRefused || quotation.isEmpty ? sentence : "“\(quotation)”: \(sentence)"
            guard !cautions.contains(where: { $0.text == text }) else { continue }
            cautions.append(Sentence(text, .caution, spans: flag.span.map { [$0] } ?? []))
        }
        return cautions
    }

    /// Flags that a label has for each word, so that one sentence is about all of them.
    private static let perWord: Set<LabelFlag> = [.notAgreed, .lowConfidence]

    /// Returns one sentence for all words with a flag; words beside each other are one quotation.
    private static func oneSentence(_ flag: LabelFlag, of directions: DirectionsReading) -> Sentence {
        let spans = directions.flags.filter { $0.code == flag.rawValue }.compactMap(\.span).filter { !$0.isEmpty }
        let runs = Set(spans).sorted().reduce(into: [TextSpan]()) { runs, span in
            let gap = runs.last.map { TextSpan($0.end, span.start).text(of: directions.text) }
            if let last = runs.last, gap?.allSatisfy(\.isWhitespace) ?? false {
                runs[runs.count - 1] = TextSpan(last.start, max(last.end, span.end))
            } else {
                runs.append(span)
            }
        }
        let quotations = runs.map { "“\(quoted($0, of: directions))”" }.joined(separator: ", ")
        return Sentence(quotations.isEmpty ? flag.sentence : "\(quotations): \(flag.sentence)", .caution, spans: runs)
    }

    /// Returns true if the sentence "We could not read: …" covers the flag already.
    private static func isSaidByUnread(_ flag: DirectionsReading.Flag, of directions: DirectionsReading) -> Bool {
        guard flag.code == "unread-words" || flag.code == "leftover-number" else { return false }
        return flag.span.map { span in directions.unread.contains { $0.overlaps(span) } } ?? !directions.unread.isEmpty
    }

    private static func quoted(_ span: TextSpan, of directions: DirectionsReading) -> String {
        span.text(of: directions.text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension PlainClause {
    /// What the label does not state and a person may want to know. The notes never answer the question; they say whom
    /// to ask.
    var notes: [PlainDirections.Sentence] {
        [usualTimes, missingDay, missingSide, missingUnit, missingDose, missingLimit].compactMap(\.self)
    }

    /// Names the usual times as something to ask a pharmacist about; only for a number of doses a day without times.
    private var usualTimes: PlainDirections.Sentence? {
        guard let frequency = direction.frequency, frequency.countMax == nil, frequency.period == 1,
            frequency.periodMax == nil, frequency.periodUnit == .day, direction.when.isEmpty, direction.times.isEmpty,
            !direction.isAsNeeded
        else { return nil }
        let sentence: String? =
            switch frequency.count {
            case 2: localized("Usual times are morning and evening: ask your pharmacist.")
            case 3: localized("Usual times are morning, noon and evening: ask your pharmacist.")
            case 4: localized("Usual times are morning, noon, evening and bedtime: ask your pharmacist.")
            default: nil
            }
        return sentence.map { make($0, .note, [.frequency]) }
    }

    private var missingDay: PlainDirections.Sentence? {
        guard let frequency = direction.frequency, frequency.count == 1, frequency.periodUnit == .week,
            direction.days.isEmpty
        else { return nil }
        return make(
            localized("The label does not say which day of the week: ask your pharmacist."), .note, [.frequency])
    }

    private var missingSide: PlainDirections.Sentence? {
        guard direction.site == nil else { return nil }
        let sentence: String? =
            switch direction.route {
            case "ophthalmic": localized("The label does not say which eye: ask your pharmacist.")
            case "otic": localized("The label does not say which ear: ask your pharmacist.")
            default: nil
            }
        return sentence.map { make($0, .note, [.route]) }
    }

    private var missingUnit: PlainDirections.Sentence? {
        guard let dose = direction.dose, dose.unit == nil else { return nil }
        return make(
            localized("The label gives a number only: check what one of it is, such as a tablet or a capsule."),
            .note, [.dose])
    }

    private var missingDose: PlainDirections.Sentence? {
        guard direction.dose == nil else { return nil }
        return make(
            localized("The label does not say how much each time."), .note, [.route, .frequency, .when, .times])
    }

    private var missingLimit: PlainDirections.Sentence? {
        guard direction.isAsNeeded, direction.frequency == nil, direction.maximum == nil else { return nil }
        return make(
            localized("The label does not say how often, or how much at most: ask your pharmacist."), .note,
            [.asNeeded])
    }
}
