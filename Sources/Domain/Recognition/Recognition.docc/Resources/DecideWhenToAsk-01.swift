import Recognition

/// Names a plant with the model of the app, and with a service if that does not suffice.
struct PlantInquiry {
    var policy = Policy()

    /// Returns the verdict and the list for the scores of one photograph.
    func ranking(of reading: Reading) -> Ranking {
        Ranking(of: [reading], under: policy)
    }
}
