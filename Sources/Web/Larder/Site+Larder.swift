import Larder
import Recognition

extension Site {
    static let larder = "/larder"
    static let scan = "/larder/scan"
    static let lookUp = "/larder/look"
    static let diet = "/larder/diet"
    static let personalDiets = "/larder/diet/people"
    static let foodAccount = "/larder/account"
    static let foodAccountAnswers = "/larder/account/answers"

    static let products = "/larder/products"
    /// By the product's code.
    static let product = Address<String>("/larder/products/:code")
    static let refreshProduct = product.appending("refresh")
    static let productQuestions = product.appending("questions")
    static let removeProduct = product.appending("remove")
    static let productPicture = Address<String, ProductPictureFile>("/larder/products/:code/pictures/:file")

    static let stock = "/larder/stock"
    static let foodDate = "/larder/date"
    static let stockItem = Address<StockItem.ID>("/larder/stock/:id")
    static let openStock = stockItem.appending("opened")
    static let useUpStock = stockItem.appending("used-up")
    static let putBackStock = stockItem.appending("put-back")
    static let buyStock = stockItem.appending("buy")
    static let removeStock = stockItem.appending("remove")
    static let shopping = "/larder/shopping"
    static let clearShopping = "/larder/shopping/clear"
    static let tickShopping = Address<ShoppingItem.ID>("/larder/shopping/:id/tick")
    static let untickShopping = Address<ShoppingItem.ID>("/larder/shopping/:id/untick")

    static let game = "/larder/game"
    static let foodQuestions = "/larder/questions"
    static let answerQuestion = Address<FoodQuestion.ID>("/larder/questions/:id/answer")
    static let questionPicture = Address<FoodQuestion.ID>("/larder/questions/:id/picture.jpg")
    static let referencePicture = Address<FoodQuestion.ID>("/larder/questions/:id/reference.jpg")

    static let votes = "/larder/votes"
    static let undoVote = Address<Int>("/larder/votes/:number/undo")
    static let foodCalls = "/larder/calls"
    static let foodCall = Address<Int>("/larder/calls/:number")
    static let robotoff = "/larder/robotoff"
}

extension Site.API {
    static let larder = "/api/larder"
    static let scan = "/api/larder/scan"
    static let larderProduct = Address<String>("/api/larder/:code")
    static let barcodes = "/api/barcodes"
    /// The folder of the products' addresses.
    static let products = "/api/products"
    static let product = Address<String>("/api/products/:code")
    static let productRaw = product.appending("raw")
    static let productQuestions = product.appending("questions")
    static let stock = "/api/stock"
    static let foodDates = "/api/food-dates"
    static let stockItem = Address<StockItem.ID>("/api/stock/:id")
    static let openStock = stockItem.appending("opened")
    static let useUpStock = stockItem.appending("used-up")
    static let putBackStock = stockItem.appending("put-back")
    static let buyStock = stockItem.appending("buy")
    static let shopping = "/api/shopping"
    static let clearShopping = "/api/shopping/clear"
    static let shoppingItem = Address<ShoppingItem.ID>("/api/shopping/:id")
    static let questions = "/api/questions"
    static let questionPictures = Address<FoodQuestion.ID>("/api/questions/:id/pictures")
    static let answerQuestion = Address<FoodQuestion.ID>("/api/questions/:id/answer")
    static let votes = "/api/votes"
    static let voteCounts = "/api/votes/counts"
    static let vote = Address<Int>("/api/votes/:number")
    static let foodAccount = "/api/food/account"
    static let resetFoodDevice = "/api/food/device/reset"
    static let foodCalls = "/api/food/calls"
    static let foodCall = Address<Int>("/api/food/calls/:number")
}
