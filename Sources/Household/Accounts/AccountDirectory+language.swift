import Accounts
package import Messages

extension AccountDirectory {
    /// Sets the language of the person's pages and notices; nil stands for that of the household.
    package func chooseLanguage(_ language: DisplayLanguage?, by person: SignedIn) async throws {
        try await records.setLanguage(language, of: person.account.id)
    }

    /// Sets the language of the person's pages and notices, and how they write times, weeks and units; nil stands for
    /// what is usual in the household.
    package func choose(
        _ language: DisplayLanguage?, _ habits: LocalHabits.Choice, by person: SignedIn
    ) async throws {
        try await records.set(language, habits, of: person.account.id)
    }

    /// Gives a new account the language of the page on which it was made, so that notices have it, too. English needs no
    /// entry. A failure is not told: the account exists, and its person can choose a language.
    func rememberLanguage(of session: NewSession) async {
        let language = Localization.current.language
        guard language != .english else { return }
        try? await records.setLanguage(language, of: session.person.account.id)
    }
}
