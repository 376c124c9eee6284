import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import NIOCore
import Plants
import Recognition

/// The page of a guest: the chores of today in the rooms of a link, under the secret of that link. It needs no session,
/// sets no cookie, loads no script, and leads to no other page of the household.
struct GuestPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.guest) { request, context in
            try await page(visit(request, context), Site.guest.read(context), query: Upload.query(request))
        }
        router.on(.post, Site.guestDone) { request, context in
            let visit = try await visit(request, context)
            let (secret, chore) = try Site.guestDone.read(context)
            let form = try await Upload.form(request)
            let due = try AgendaAPI.day(form["due"].flatMap { $0.isEmpty ? nil : $0 }, "due")
            let entries = try await visit.done(chore, expecting: due)
            return Response.seeOther(Site.guest(secret).with(["note": entries.isEmpty ? "nothing" : "done"]))
        }
        router.on(.post, Site.guestUndo) { request, context in
            let visit = try await visit(request, context)
            let (secret, number) = try Site.guestUndo.read(context)
            try await visit.undo(number)
            return Response.seeOther(Site.guest(secret).with(["note": "undone"]))
        }
        router.on(.post, Site.guestPhotographs) { request, context in try await photograph(request, context) }
        router.on(.get, Site.guestPicture) { request, context in
            let visit = try await visit(request, context)
            let bytes = try await visit.thumbnail(Site.guestPicture.read(context).1)
            // Not stored, so that no picture remains after the link has ended.
            return Response(
                status: .ok, headers: [.contentType: "image/jpeg", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }

    /// Every route begins here, before it reads anything else of its address.
    private func visit(_ request: Request, _ context: AppRequestContext) async throws -> GuestVisit {
        try await household.guests.visit(
            (try? Site.guest.read(context)) ?? "", from: context.device(request).address)
    }

    private func photograph(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let visit = try await visit(request, context)
        let (secret, plant) = try Site.guestPhotographs.read(context)
        do {
            // A photograph that cannot be added is not received at all.
            try await visit.requireRoom(for: plant)
            try await Upload.withPicture(request, context, of: visit.link.id) { try await visit.add($0, to: plant) }
        } catch let error as HouseholdError
            where [.photographRefused, .tooManyPhotographs].contains(error.code) && request.wantsPage
        {
            return try await page(visit, secret, query: ["plant": plant.rawValue], problem: Problem(error))
        }
        return Response.seeOther(Site.guest(secret).with(["note": "photographed", "plant": plant.rawValue]))
    }

    private func page(
        _ visit: GuestVisit, _ secret: String, query: [String: String], problem: Problem? = nil
    ) async throws -> Response {
        let model = GuestModel(
            secret: secret, link: visit.link, day: try await visit.day(),
            units: Wording.units,
            plant: query["plant"].flatMap { Plant.ID($0) }, note: query["note"], problem: problem)
        return renderer.lonePage(model.context, title: model.headline, status: problem?.status ?? .ok)
    }
}
