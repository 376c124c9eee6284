/// Labels in the style of pharmacies, written for the project; none is from the collection.
enum RoundTripLabels {
    static let all = [
        "1 tab po bid", "2 caps po tid x 7 days", "Take ONE tablet THREE times a day", "1 tab po q6h prn pain",
        "take 1-2 tablets by mouth every 4 to 6 hours as needed for pain, max 8 tablets in 24 hours",
        "1/2 tab po qam", "take one and a half tablets daily", "inhale 2 puffs by mouth every 4 hours as needed",
        "instill 1 drop in each eye twice daily", "1 gtt ou qhs", "1 spray in each nostril daily",
        "apply twice daily for 2 weeks", "apply 1 patch topically every 72 hours", "1 supp pr qhs",
        "inject 10 units subcutaneously before meals", "inject 0.5 mL intramuscularly once a month",
        "1 tab sl q5min prn chest pain", "take 1 tablet once a week on Monday", "take 2 tablets every other day",
        "take 1 tablet every Monday, Wednesday and Friday", "take 1 capsule with breakfast and dinner",
        "take 1 tablet at 8am and 8pm", "take 1 tablet 30 minutes before breakfast",
        "take 2 tablets in the morning and 1 tablet at night",
        "take 2 tablets daily for 1 day then 1 tablet daily for 4 days",
        "take 4 tablets daily for 3 days, then 3 tablets daily for 3 days, then 2 tablets daily for 3 days",
        "take 5 ml every 8 hours", "take 1 tablet up to 3 times a day", "1 daily", "take 1 or 2 four times a day",
        "take 1 tablet 3 times a day with food for 10 days", "take 2 tablets 500 mg total by mouth bid",
        "one to be taken at night", "100 mcg po daily", "take 1,000 mg by mouth twice daily",
        "take 1 tablet every 2 weeks", "2 puffs twice a day", "take 1 tablet by mouth at bedtime as needed for sleep",
    ]
}
