import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import Recognition

/// The page on which a person says who else sees the own medicines and logs their doses. Programs with a token cannot
/// share, because a share outlives the token.
struct MedicineSharePages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.medicineShares) { request, context in
            guard let person = context.person else { return Response.seeOther(Site.medicines) }
            return try await page(person, note: Upload.query(request)["note"])
        }
        router.on(.post, Site.medicineShares) { request, context in
            let form = try await Upload.form(request)
            let signedIn = try context.signedIn()
            do { try await household.accounts.requireFresh(signedIn) } catch let error as HouseholdError
                where error.code == .signInAgain && request.wantsPage
            {
                return Response.seeOther(Site.confirmPerson.with(["return": Site.medicineShares]))
            }
            guard let carer = form["person"].flatMap({ Account.ID($0) }) else { throw Self.noPerson }
            try await household.medicines(for: context.viewer).share(with: carer, reminds: form["reminds"] == "yes")
            return Response.seeOther(Site.medicineShares.with(["note": "shared"]))
        }
        router.on(.post, Site.endMedicineShare) { _, context in try await end(.given, context) }
        router.on(.post, Site.leaveMedicineShare) { _, context in try await end(.received, context) }
        // A browser shows these paths after a form was refused.
        router.on(.get, Site.endMedicineShare) { _, _ in Response.seeOther(Site.medicineShares) }
        router.on(.get, Site.leaveMedicineShare) { _, _ in Response.seeOther(Site.medicineShares) }
    }

    private static var noPerson: HouseholdError { HouseholdError(.notFound, localized("There is no such person.")) }

    private func end(_ direction: ShareDirection, _ context: AppRequestContext) async throws -> Response {
        let address = direction == .given ? Site.endMedicineShare : Site.leaveMedicineShare
        try await household.medicines(for: context.viewer).endShare(
            direction, try address.read(context, or: Self.noPerson))
        return Response.seeOther(Site.medicineShares.with(["note": "share-ended"]))
    }

    private func page(_ person: SignedIn, note: String?) async throws -> Response {
        let shares = try await household.medicines(for: .person(person.account.id)).shares()
        let people = try await household.accounts.people()
        return renderer.medicinePage(
            MedicineSharesPage(shares, people: people, viewer: person.account.id, note: note),
            title: localized("Who sees my medicines"), household: household, refusedFor: nil)
    }
}

/// The fields of medicine-shares.mustache.
struct MedicineSharesPage: MedicinePage {
    struct Row: TemplateFields {
        let name: String
        let person: String
        let words: String
        let isShared: Bool
        let getsReminders: Bool
        let end: String
    }

    struct Received: TemplateFields {
        let name: String
        let words: String
        let leave: String
    }

    static let template = "medicine-shares"

    let shareAction: String
    let people: [Row]
    let hasPeople: Bool
    let received: [Received]
    let hasReceived: Bool
    var messages: MedicineMessages

    init(_ shares: [MedicineShare], people: [Account], viewer: Account.ID, note: String?) {
        let given = Dictionary(
            shares.filter { $0.owner == viewer }.map { ($0.carer, $0) }, uniquingKeysWith: { first, _ in first })
        shareAction = Site.medicineShares
        self.people = people.filter { $0.id != viewer && $0.permits(.readMedicines) }.map { account in
            let share = given[account.id]
            let words =
                switch share?.reminds {
                case nil: localized("Sees none of your medicines.")
                case true?: localized("Sees your medicines, logs doses, and gets their reminders.")
                case false?: localized("Sees your medicines and logs doses.")
                }
            return Row(
                name: account.name.text, person: account.id.rawValue, words: words, isShared: share != nil,
                getsReminders: share?.reminds ?? false, end: Site.endMedicineShare(account.id))
        }
        hasPeople = !self.people.isEmpty
        received = shares.filter { $0.carer == viewer }.map { share in
            Received(
                name: share.ownerName.text,
                words: share.reminds
                    ? localized("You see these medicines, log doses, and get their reminders.")
                    : localized("You see these medicines and log doses."),
                leave: Site.leaveMedicineShare(share.owner))
        }
        hasReceived = !received.isEmpty
        messages = MedicineMessages(said: note.flatMap(MedicinesModel.note).map(WordsFields.init))
    }
}
