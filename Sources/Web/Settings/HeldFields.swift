import Household

/// The home settings that are fixed by the configuration of the server. Their form fields are disabled.
struct HeldFields: TemplateFields {
    let zone: Bool
    let latitude: Bool
    let place: Bool
    let units: Bool
    let pets: Bool
    let preferredTime: Bool
    let groupsWaterings: Bool
    let followsSeason: Bool
    let reminds: Bool
    let groupsReminders: Bool
    let hasSound: Bool
    let hidesMedicines: Bool
    let advanceDays: Bool
    let quietFrom: Bool
    let quietTo: Bool
    let doseAdvance: Bool
    let dietAllergens: Bool
    let dietTraces: Bool
    let dietWishes: Bool
    let dietIngredients: Bool
    let larderLanguage: Bool
    let larderCountry: Bool
    let larderQuestions: Bool
    let medicineSecondReader: Bool
    let medicineExplainer: Bool
    let medicineKeepDays: Bool
    let medicineRegion: Bool
    let medicineRefillDays: Bool

    init(_ given: Set<Home.Setting>) {
        zone = given.contains(.zone)
        latitude = given.contains(.latitude)
        place = given.contains(.place)
        units = given.contains(.units)
        pets = given.contains(.pets)
        preferredTime = given.contains(.preferredTime)
        groupsWaterings = given.contains(.groupsWaterings)
        followsSeason = given.contains(.followsSeason)
        reminds = given.contains(.reminds)
        groupsReminders = given.contains(.groupsReminders)
        hasSound = given.contains(.hasSound)
        hidesMedicines = given.contains(.hidesMedicines)
        advanceDays = given.contains(.advanceDays)
        quietFrom = given.contains(.quietFrom)
        quietTo = given.contains(.quietTo)
        doseAdvance = given.contains(.doseAdvance)
        dietAllergens = given.contains(.dietAllergens)
        dietTraces = given.contains(.dietTraces)
        dietWishes = given.contains(.dietWishes)
        dietIngredients = given.contains(.dietIngredients)
        larderLanguage = given.contains(.larderLanguage)
        larderCountry = given.contains(.larderCountry)
        larderQuestions = given.contains(.larderQuestions)
        medicineSecondReader = given.contains(.medicineSecondReader)
        medicineExplainer = given.contains(.medicineExplainer)
        medicineKeepDays = given.contains(.medicineKeepDays)
        medicineRegion = given.contains(.medicineRegion)
        medicineRefillDays = given.contains(.medicineRefillDays)
    }
}
