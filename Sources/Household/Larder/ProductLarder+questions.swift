import Accounts
import Concurrency
import FoundationEssentials
package import Larder
import Messages
import Recognition

extension ProductLarder {
    /// Returns the questions of Robotoff about a product that this house has not answered. Without `mayAsk`, the stored
    /// ones.
    ///
    /// Throws `barcodeRefused`. A service that cannot be called is not an error; the view contains the reason.
    package func questions(
        about code: String, isFresh: Bool = false, mayAsk: Bool = true
    ) async throws -> QuestionsView {
        let preferences = try await settings.home().larder
        guard preferences.asks else { return .lacking(.switchedOff) }
        let reading = BarcodeReading(code)
        guard reading.isValid else {
            throw HouseholdError(
                .barcodeRefused, reading.sentence ?? localized("This is not a product number."),
                detail: reading.error?.rawValue)
        }
        guard !reading.isInStore else { return .lacking(.inStore) }
        guard !reading.isDemonstration else { return .lacking(.none) }
        let key = reading.offCode
        var remembered = try await records.questions(about: key, in: preferences.language)
        var obstacle: ServiceObstacle?
        let age = remembered.map { environment.now().timeIntervalSince($0.fetchedAt) }
        if mayAsk, isFresh || age.map({ $0 >= FoodServices.questionsFresh }) ?? true {
            let voter = try await voter()
            var query = QuestionQuery(code: key)
            query.language = preferences.language
            do {
                let fetched = try await services.requests.questions.value(
                    "questions \(key) \(preferences.language) \(voter.mark)"
                ) { [query] in try await fetch(query, as: voter) }
                remembered = RememberedQuestions(questions: fetched, fetchedAt: environment.now())
            } catch let found as ServiceObstacle { obstacle = found }
        }
        let open = try await unanswered(remembered?.questions ?? [], by: try await voterMark())
        return QuestionsView(
            open, lack: remembered.flatMap { Self.lack(of: open, among: $0.questions) },
            fetchedAt: remembered?.fetchedAt, obstacle)
    }

    /// Returns questions about any product. If the service cannot be called, or without `mayAsk`, the stored ones.
    package func game(_ query: QuestionQuery, mayAsk: Bool = true) async throws -> QuestionsView {
        let preferences = try await settings.home().larder
        guard preferences.asks else { return .lacking(.switchedOff) }
        var query = query
        query.code = nil
        query.language = preferences.language
        guard mayAsk else { return try await rememberedGame(query) }
        let voter = try await voter()
        do {
            let name = "game \(query) \(voter.mark)"
            let fetched = try await services.requests.questions.value(name) { [query] in
                try await fetch(query, as: voter)
            }
            services.memory.note(RememberedQuestions(questions: fetched, fetchedAt: environment.now()), of: name)
            let open = try await unanswered(fetched, by: voter.mark)
            return QuestionsView(open, lack: Self.lack(of: open, among: fetched), fetchedAt: environment.now(), nil)
        } catch let obstacle as ServiceObstacle where obstacle.error.code == .valueRefused {
            return QuestionsView([], lack: nil, fetchedAt: nil, obstacle)
        } catch let obstacle as ServiceObstacle {
            return QuestionsView(try await openQuestions(query, for: voter.mark), lack: nil, fetchedAt: nil, obstacle)
        }
    }

    /// Returns the last questions for the same filter since the start of this process; otherwise all stored open
    /// questions, filtered by kind and value.
    private func rememberedGame(_ query: QuestionQuery) async throws -> QuestionsView {
        let mark = try await voterMark()
        let obstacle =
            isFoodReachable
            ? nil
            : ServiceObstacle(
                HouseholdError(.serviceOffline, localized("There is no network connection.")), notBefore: nil)
        if let asked = services.memory.questions(of: "game \(query) \(mark)") {
            let open = try await unanswered(asked.questions, by: mark)
            return QuestionsView(
                open, lack: Self.lack(of: open, among: asked.questions), fetchedAt: asked.fetchedAt, obstacle)
        }
        return QuestionsView(try await openQuestions(query, for: mark), lack: nil, fetchedAt: nil, obstacle)
    }

    private func openQuestions(_ query: QuestionQuery, for mark: String) async throws -> [FoodQuestion] {
        var kept = try await records.openQuestions(for: mark, in: query.language, limit: 200)
        if !query.kinds.isEmpty { kept.removeAll { !query.kinds.contains($0.kind) } }
        if let tag = query.valueTag { kept.removeAll { $0.valueTag != tag } }
        return Array(kept.prefix(max(0, query.count)))
    }

    /// Returns a stored question; nil if it is no longer stored.
    package func question(_ question: FoodQuestion.ID) async throws -> FoodQuestion? {
        try await records.question(question)
    }

    /// Returns the picture of the question, cut to the place of its subject or whole: JPEG. Returns nil if there is
    /// none, and without `mayAsk` if it was not fetched before; then a whole picture that was fetched is used instead
    /// of its part.
    package func picture(
        of question: FoodQuestion.ID, isWhole: Bool = false, mayAsk: Bool = true
    ) async throws -> [UInt8]? {
        guard let question = try await records.question(question), let address = question.pictureAddress else {
            return nil
        }
        guard mayAsk else {
            let box = isWhole ? nil : question.box ?? services.memory.box(of: question.id) ?? nil
            if let box, let part = await keptPicture(at: address, box: box) { return part }
            return await keptPicture(at: address, box: nil)
        }
        if isWhole { return try await picture(at: address, box: nil) }
        return try await picture(at: address, box: try await box(of: question))
    }

    /// Returns the reference picture of a label's logo.
    package func referencePicture(of question: FoodQuestion.ID, mayAsk: Bool = true) async throws -> [UInt8]? {
        guard let address = try await records.question(question)?.referenceAddress else { return nil }
        return mayAsk ? try await picture(at: address, box: nil) : await keptPicture(at: address, box: nil)
    }

    /// Fetches the missing pictures of a question, so that a page can show them. A picture that cannot be fetched is
    /// left out.
    package func fetchPictures(of question: FoodQuestion.ID) async {
        await withDiscardingTaskGroup { group in
            group.addTask { _ = try? await picture(of: question) }
            group.addTask { _ = try? await picture(of: question, isWhole: true) }
            group.addTask { _ = try? await referencePicture(of: question) }
        }
    }

    /// Looks up the box once: it is not in the question but in its insight. If the service cannot be called, the whole
    /// picture is used.
    private func box(of question: FoodQuestion) async throws -> FoodQuestion.Box? {
        if let box = question.box { return box }
        if let known = services.memory.box(of: question.id) { return known }
        let voter = try await voter()
        do {
            let box = try await services.requests.boxes.value("\(question.id)") {
                try await read(services.questions) { [services] in
                    try await services.service.readers.insight(question, voter)
                }.value.box
            }
            services.memory.note(box, of: question.id)
            return box
        } catch let obstacle as ServiceObstacle {
            if obstacle.error.code == .notFound { services.memory.note(nil, of: question.id) }
            return nil
        }
    }

    private func fetch(_ query: QuestionQuery, as voter: VoterIdentity) async throws -> [FoodQuestion] {
        let report = try await read(services.questions) { [services] in
            try await services.service.readers.questions(query, voter)
        }
        try await records.remember(report.value, about: query.code, in: query.language, at: environment.now())
        return report.value
    }

    private static func lack(of open: [FoodQuestion], among all: [FoodQuestion]) -> QuestionsView.Lack? {
        if !open.isEmpty { return nil }
        return all.isEmpty ? QuestionsView.Lack.none : .allAnswered
    }

    private func unanswered(_ questions: [FoodQuestion], by voter: String) async throws -> [FoodQuestion] {
        var answered: Set<FoodQuestion.ID> = []
        for code in Set(questions.map(\.code)) {
            let votes = try await records.votes(VoteQuery(code: code, voter: voter, limit: 1000))
            answered.formUnion(votes.filter { !$0.state.isOpen }.map(\.question.id))
        }
        return questions.filter { !answered.contains($0.id) }
    }
}

// MARK: - Answering

extension ProductLarder {
    /// Stores an answer. It is sent once, at the end of the time in which it can be undone.
    ///
    /// `mark` is the mark of the question that was shown. Throws `notFound` for a question that was never shown or has
    /// changed since, and `alreadyAnswered`.
    package func answer(
        _ question: FoodQuestion.ID, _ choice: Vote.Choice, shown mark: String? = nil
    ) async throws -> Vote {
        try ActingPerson.require(.change)
        guard var asked = try await records.question(question) else {
            throw HouseholdError(
                .notFound, localized("This question does not exist any more."),
                hint: localized("Open the product again."))
        }
        guard mark == nil || mark == asked.mark else {
            throw HouseholdError(
                .notFound, localized("The question has changed since it was shown."),
                hint: localized("Open the product again."))
        }
        asked.readAt = try await records.readAt(question)
        let language = try await settings.home().larder.language
        let name = try await records.product(asked.code, in: language)?.product?.name
        let now = environment.now()
        return try await records.intend(
            Vote(
                number: 0, question: asked, productName: name, choice: choice, voter: try await voter().mark,
                askedAt: now, notBefore: now.addingTimeInterval(Vote.undoSeconds)))
    }

    /// Undoes an answer that was not sent. Throws `voteSent`, `notFound`.
    package func undo(vote number: Int) async throws -> Vote {
        try ActingPerson.require(.change)
        return try await records.undo(number)
    }

    /// Latest first.
    package func votes(_ query: VoteQuery = VoteQuery()) async throws -> [Vote] {
        try await records.votes(query)
    }

    package func voteCounts() async throws -> VoteCounts { try await records.voteCounts() }

    /// Returns the number of answers given with the account; nil without an account, `answers` nil if the service
    /// cannot be called.
    package func answersOfAccount() async throws -> (name: String, answers: Int?)? {
        guard let name = try await voter().accountName else { return nil }
        do {
            let report = try await services.requests.answers.value(name) {
                try await read(services.questions) { [services] in
                    try await services.service.readers.answers(name)
                }
            }
            services.memory.note(answers: report.value, of: name)
            return (name, report.value)
        } catch is ServiceObstacle {
            services.memory.note(answers: nil, of: name)
            return (name, nil)
        }
    }

    /// Returns the last result of `answersOfAccount` since the start of this process: nil without an account, `answers`
    /// nil if it was not requested, and an inner nil if the service could not be called.
    package func rememberedAnswersOfAccount() async throws -> (name: String, answers: Int??)? {
        guard let name = try await foodAccount(), services.service.takesAccounts else { return nil }
        return (name, services.memory.answers(of: name))
    }
}

extension QuestionsView {
    static func lacking(_ lack: Lack) -> Self { Self([], lack: lack, fetchedAt: nil, nil) }

    init(_ questions: [FoodQuestion], lack: Lack?, fetchedAt: Date?, _ obstacle: ServiceObstacle?) {
        self.init(
            questions: questions, lack: lack, fetchedAt: fetchedAt, problem: obstacle?.error.code,
            remark: obstacle?.error.message, notBefore: obstacle?.notBefore)
    }
}
