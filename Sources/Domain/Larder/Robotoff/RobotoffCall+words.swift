import Messages

extension RobotoffCall.Group {
    /// The group as a heading.
    package var words: String {
        switch self {
        case .insights: localized("Insights", context: "what Robotoff found out about products")
        case .predict: localized("Predictions")
        case .logos: localized("Logos")
        case .questions: localized("Questions", context: "of Robotoff")
        case .images: localized("Images")
        case .service: localized("Service")
        }
    }
}

extension RobotoffCall {
    /// What the call returns.
    package var words: String {
        switch id {
        case "insights-list": localized("Insights that match a filter")
        case "insights-random": localized("Random insights")
        case "insights-product": localized("The open insights about a product")
        case "insights-detail": localized("One insight")
        case "insights-dump": localized("Insights as a table")
        case "predict-category": localized("The categories of a product")
        case "predict-text": localized("What the text of a picture says")
        case "predict-nutrition": localized("The nutrition table on a picture")
        case "predict-ingredients": localized("The list of ingredients on a picture")
        case "predict-language": localized("The language of a text")
        case "predict-product-language": localized("The languages on the pictures of a product")
        case "predict-image": localized("What models find on a picture")
        case "predict-list": localized("Stored predictions")
        case "predict-image-list": localized("Stored predictions about pictures")
        case "logos-list": localized("Logos by their numbers")
        case "logos-search": localized("Logos that match a filter")
        case "logos-one": localized("One logo")
        case "logos-annotated": localized("Logos that a person named")
        case "logos-similar": localized("Logos that look like one")
        case "logos-similar-random": localized("Logos that look like a random one")
        case "questions-product": localized("The questions about a product")
        case "questions-list": localized("Questions that match a filter")
        case "questions-random": localized("Random questions")
        case "questions-popular": localized("Questions about products that are scanned often")
        case "questions-unanswered": localized("How many questions are open for each value")
        case "images-list": localized("The pictures of a product")
        case "service-status": localized("Whether the service runs")
        case "service-health": localized("The state of the parts of the service")
        case "service-dataset": localized("The version of the data set of products")
        case "service-answers": localized("How many answers an account gave")
        default: path
        }
    }
}
