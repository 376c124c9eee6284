import Concurrency
import FoundationEssentials
import Logging
import Metrics
import Recognition
import Synchronization

/// One running inquiry: executes the actions of the state machine.
final class InquiryPerformer: Sendable {
    struct Report: Sendable {
        let event: Inquiry.Event
        /// The error of a picture that cannot be used, so no recogniser is needed.
        var refused: HouseholdError?
        /// The complete error of the device.
        var deviceError: HouseholdError?
    }

    enum End: Sendable {
        case findings(InquiryResult)
        case failure(Inquiry.Failure?, Inquiry.Failure?, ServiceCallRecord)
        case abandoned(HouseholdError?)
    }

    private struct Prepared: Sendable {
        let question: OnlineRecogniser.Question
        let key: InquiryKey
    }

    private struct Joined {
        var prepared: Prepared?
        var flight: Flight?
        /// True if the call belongs to this inquiry, which then pays for it.
        var isOwn = false
    }

    private let inquirer: Inquirer
    private let pictures: [Inquirer.Picture]
    private let policy: Policy
    private let joined = Mutex(Joined())

    init(_ inquirer: Inquirer, pictures: [Inquirer.Picture], policy: Policy) {
        self.inquirer = inquirer
        self.pictures = pictures
        self.policy = policy
    }

    /// The number of calls so far; 0 if they belong to another inquiry.
    var calls: Int { joined.withLock { $0.isOwn ? $0.flight?.calls ?? 0 : 0 } }

    func perform(_ action: Inquiry.Action) async -> Report? {
        switch action {
        case .askDevice: return await askDevice()
        case .lookInCache: return await lookInCache()
        case .reserve: return await reserve()
        case .askService: return await askService()
        default: return nil
        }
    }

    /// Leaves the question; other callers may still wait for its answer.
    func leave() async {
        let (flight, prepared) = joined.withLock { joined in
            defer { joined.flight = nil }
            return (joined.flight, joined.prepared)
        }
        guard let flight, let prepared else { return }
        guard inquirer.desk.flights.leave(flight, inquirer.name(of: prepared.key)) else { return }
        // A cancelled call is settled before the quota is read again.
        await flight.ended()
        if let unused = await flight.unusedReservation() { await inquirer.giveBack(unused) }
    }

    private func askDevice() async -> Report? {
        do {
            return Report(
                event: .deviceAnswered(try await inquirer.recogniser.recognise(pictures.map(\.bytes), policy)))
        } catch let error as HouseholdError {
            return Report(
                event: .deviceFailed(.init(code: error.code.rawValue, message: error.message)),
                refused: error.isAboutThePicture ? error : nil, deviceError: error)
        } catch is CancellationError {
            return nil
        } catch {
            return Report(
                event: .deviceFailed(
                    .init(code: HouseholdError.Code.recognitionFailed.rawValue, message: "The model failed.")))
        }
    }

    private func lookInCache() async -> Report? {
        // Without a key nothing will be sent, so nothing has to be prepared.
        guard case .present = inquirer.service.key.state() else { return Report(event: .notCached) }
        do {
            let prepared = try await prepare()
            let flight = inquirer.desk.flights.join(inquirer.name(of: prepared.key))
            joined.withLock { joined in
                joined.flight = flight
                joined.prepared = prepared
            }
            let (inquirer, policy) = (inquirer, policy)
            let found = await flight.recollection.value {
                do {
                    return .success(try await inquirer.recollection(prepared.key, under: policy))
                } catch {
                    return .failure(
                        error as? HouseholdError
                            ?? HouseholdError(.storageFailed, "The memory cannot be read.", cause: error))
                }
            }
            guard let found = found?.value else { return nil }
            return Report(event: try found.get().map { .cached($0.answer.remembered) } ?? .notCached)
        } catch let error as HouseholdError where error.isAboutThePicture {
            return Report(event: .cancelled, refused: error)
        } catch is CancellationError {
            return nil
        } catch let error as HouseholdError {
            return Report(
                event: .serviceFailed(
                    .init(
                        code: error.code.rawValue, message: error.message, isPassing: error.code == .photographRefused),
                    price: 0, remaining: nil))
        } catch {
            return Report(
                event: .serviceFailed(
                    .init(code: HouseholdError.Code.internalFault.rawValue, message: "The question cannot be made up."),
                    price: 0, remaining: nil))
        }
    }

    private func reserve() async -> Report? {
        let (inquirer, policy) = (inquirer, policy)
        guard let flight = joined.withLock({ $0.flight }) else { return Report(event: .refused(.notConfigured)) }
        switch await flight.grant.value({ await inquirer.grant(under: policy) })?.value {
        case nil: return nil
        case .reserved: return Report(event: .granted)
        case .refused(let refusal):
            close(flight)
            return Report(event: .refused(refusal))
        case .failed(let error):
            close(flight)
            return Report(
                event: .serviceFailed(
                    .init(code: error.code.rawValue, message: error.message), price: 0, remaining: nil))
        }
    }

    private func askService() async -> Report? {
        let (flight, prepared) = joined.withLock { ($0.flight, $0.prepared) }
        guard let flight, let prepared else { return nil }
        let (inquirer, policy) = (inquirer, policy)
        guard
            case .reserved(let reservation, let account) =
                await flight.grant.value({ await inquirer.grant(under: policy) })?.value
        else { return nil }
        let ended = await flight.outcome.value { [self] in
            joined.withLock { $0.isOwn = true }
            let outcome = await inquirer.call(
                prepared.question, key: prepared.key, reservation: reservation, account: account, under: policy
            ) { flight.noteCall() }
            close(flight)
            return outcome
        }
        guard let (outcome, isOwn) = ended else { return nil }
        switch outcome {
        case .answered(let answer, let price, let remaining):
            return Report(event: .serviceAnswered(answer, price: isOwn ? price : 0, remaining: remaining))
        case .failed(let failure, let price, let remaining):
            return Report(event: .serviceFailed(failure, price: isOwn ? price : 0, remaining: remaining))
        }
    }

    /// Closes the question: later callers start a new one.
    private func close(_ flight: Flight) {
        guard let prepared = joined.withLock({ $0.prepared }) else { return }
        inquirer.desk.flights.close(flight, inquirer.name(of: prepared.key))
    }

    private func prepare() async throws -> Prepared {
        var uploads: [OnlineRecogniser.Question.Picture] = []
        for picture in pictures {
            uploads.append(
                .init(upload: try await inquirer.pictureProcessor.upload(picture.bytes), organ: picture.organ))
        }
        let key = InquiryKey(
            pictures: uploads.map { .init(digest: $0.upload.digest, organ: $0.organ) },
            lookalike: uploads.first?.upload.lookalike, project: policy.project, language: policy.language)
        return Prepared(question: .init(pictures: uploads, policy: policy), key: key)
    }
}
