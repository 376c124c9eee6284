import Concurrency
import Larder

/// The running requests to the services of the larder. Concurrent callers with the same request share one.
struct FoodRequests: Sendable {
    typealias Requests<Value: Sendable> = SingleFlight<String, SharedWork<Result<Value, any Error>>>

    let products = Requests<RememberedProduct>()
    let questions = Requests<[FoodQuestion]>()
    let boxes = Requests<FoodQuestion.Box?>()
    let answers = Requests<FoodService.Report<Int>>()
    let pictures = Requests<[UInt8]>()

    /// The number of callers of all requests.
    var callers: Int { products.callers + questions.callers + boxes.callers + answers.callers + pictures.callers }
}
