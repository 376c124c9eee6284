/// Frequencies and times.
extension Lexicon {
    static let timing: [(Meaning, String)] = [
        (
            .frequency(1, isPlain: true),
            """
            daily|every day|each day|everyday|a day|per day|/ day|/ d|dly|at the same time each day
            at the same time every day|at same time each day|at the same time daily|same time each day
            same time every day|at same time daily|at the same time of day|aday|perday|every single day|day
            q day|in a day
            """
        ),
        (
            .frequency(1),
            """
            qd|q d|q1d|q 1 d|once daily|once a day|once aday|once per day|once every day|once each day
            1 time daily|1 time a day|one time daily|one time a day|one time each day|1 time each day
            1 time per day|one time per day|once / day|1 time every day|one time every day|once in a day
            1x daily|single time a day|sid|quaque die|once a day only|one time only each day|only once a day
            1 one time each day|every one day|oad
            """
        ),
        (
            .frequency(2),
            """
            bid|bd|bds|b d|twice daily|twice a day|twice aday|twice perday|twice per day|twice each day
            twice every day|twice / day
            """
        ),
        (
            .frequency(3),
            """
            tid|tds|tdd|t d s|thrice daily|thrice a day|thrice per day|three times day|ter die sumendum
            thrice every day
            """
        ),
        (.frequency(4), "qid|qds|qdds|q i d|q d s|four times day"),
        (
            .frequency(1, countMax: 2),
            "once or twice daily|once or twice a day|once to twice daily|once or twice per day"
        ),
        (
            .frequency(2, countMax: 3),
            """
            twice or three times daily|twice or three times a day|two or three times daily
            """
        ),
        (
            .frequency(1, per: 1, .week),
            "weekly|once weekly|once a week|once per week|once every week|every week|each week"
        ),
        (
            .frequency(1, per: 1, .week),
            """
            a week|per week|/ week|/ wk|q week|q wk|qwk|qw|qweek|1 time a week|one time a week|1 time weekly
            one time weekly
            """
        ),
        (
            .frequency(2, per: 1, .week),
            "twice weekly|twice a week|twice per week|biw|twice each week|twice every week|2 times weekly"
        ),
        (.frequency(3, per: 1, .week), "tiw|thrice weekly|thrice a week|thrice per week"),
        (
            .frequency(1, per: 2, .week),
            """
            fortnightly|every fortnight|every other week|q2wk|once a fortnight|alternate weeks|on alternate weeks
            every second week
            once every fortnight
            """
        ),
        (
            .frequency(1, per: 1, .month),
            """
            monthly|once monthly|once a month|once per month|every month|each month|a month|qmonth|per month
            q month|once every month|qm
            """
        ),
        (.frequency(2, per: 1, .month), "twice a month|twice monthly|twice per month"),
        (
            .frequency(1, per: 2, .day),
            """
            qod|q o d|every other day|alternate days|on alternate days|every second day|alternating days
            alternate day|every alternate day|q other day|once every other day|eod|each alternate day
            once on alternate days|on alternating days|qother day
            """
        ),
        (
            .frequency(1, per: 1, .hour),
            """
            hourly|every hour|each hour|once an hour|q hour|q hr|qh|q h|an hour|per hour
            """
        ),
        (.frequency(1, per: 24, .hour), "every twenty four hours"),
        (
            .doubtful("ambiguous-frequency"),
            "daytime|day time|bimonthly|biweekly|bi weekly|bi monthly|qiw|q i w|semiweekly"
        ),

        (
            .events([.MORN]),
            """
            in the morning|every morning|each morning|mane|qam|q am|in morning|in the am|in am|am|mornings|om
            o m|morning|in the mornings|every am|each am|first thing in the morning|on the morning|q morning
            each day in the morning|every day in the morning|once in the morning|in the early morning|in the a m
            at morning|a m|once every morning|once each morning|q a m
            """
        ),
        (
            .events([.NOON]),
            "at noon|noon|midday|at midday|every noon|mid day|at mid day|noontime|at noontime|each noon"
        ),
        (
            .events([.AFT]),
            "in the afternoon|every afternoon|afternoon|each afternoon|in afternoon|afternoons|mid afternoon"
        ),
        (
            .events([.EVE]),
            """
            in the evening|every evening|each evening|evening|qpm|q pm|in evening|in the pm|in pm|pm|evenings
            in the p m|every pm|each pm|at evening|in the evenings|q evening|each day in the evening
            every day in the evening|p m|once in the evening|once every evening|once each evening|on the evening
            q p m|q eve|in the eve|tea time|at teatime
            """
        ),
        (
            .events([.NIGHT]),
            """
            at night|every night|nightly|nocte|each night|o n|night|once nightly|nights|in the night
            at nighttime|q night|nighttime|once a night|once every night|at night time|night time
            each day at night|every day at night|once at night|at nights|qn|q n|q nocte|at nite|every nite
            """
        ),
        (
            .events([.HS]),
            """
            at bedtime|hs|qhs|q hs|bedtime|before bed|before bedtime|at bed|every night at bedtime
            nightly at bedtime|bt|h s|going to bed|before going to bed|on going to bed|at bed time
            every night before bed|each night at bedtime|every night at bed|each bedtime|every bedtime
            every day at bedtime|daily at bedtime|bed time|q bedtime|q h s|when going to bed
            each night before bed|in the evening at bedtime|at night before bed|at night at bedtime
            once at bedtime|before sleep|before sleeping|nocte at bedtime|every evening at bedtime
            evening at bedtime|every hs|at hs|prior to bedtime|prior to bed|before you go to bed
            right before bed|in the bedtime|at night before bedtime|every night before bedtime|qbedtime
            """
        ),
        (
            .events([.WAKE]),
            """
            on waking|upon waking|when waking|on rising|upon awakening|on awakening|upon rising|on waking up
            after waking|when you wake up
            """
        ),
        (
            .events([.ACM]),
            """
            before breakfast|prior to breakfast|every morning before breakfast|in the morning before breakfast
            each morning before breakfast|before morning meal|before the morning meal|before first meal
            before the first meal of the day|before first meal of the day|ac breakfast|acm|qam before breakfast
            daily before breakfast|qam ac
            """
        ),
        (.events([.ACD]), "before lunch|prior to lunch|before midday meal|acd|before noon meal"),
        (
            .events([.ACV]),
            """
            before dinner|before supper|before evening meal|before the evening meal|prior to dinner|acv
            before tea|every evening before dinner|every evening before supper
            """
        ),
        (
            .events([.CM]),
            """
            with breakfast|at breakfast|at breakfast time|every morning with breakfast
            each morning with breakfast|with the morning meal|with morning meal|in the morning with breakfast
            every day with breakfast|breakfast|cm|daily with breakfast|at breakfasttime
            """
        ),
        (
            .events([.CD]),
            """
            with lunch|at lunch|at lunchtime|at lunch time|with midday meal|with the midday meal|lunchtime|cd
            with noon meal|lunch
            """
        ),
        (
            .events([.CV]),
            """
            with dinner|with supper|with evening meal|with the evening meal|at dinner|at supper|at dinnertime
            dinner|supper|every evening with dinner|every evening with supper|in the evening with dinner
            at dinner time|at suppertime|cv|with largest meal of the day|every day with dinner|with tea
            in the evening with food and dinner|with your evening meal
            """
        ),
        (
            .events([.PCM]),
            """
            after breakfast|following breakfast|every morning after breakfast|in the morning after breakfast|pcm
            """
        ),
        (.events([.PCD]), "after lunch|following lunch|after midday meal|pcd"),
        (
            .events([.PCV]),
            """
            after dinner|after supper|after evening meal|after the evening meal|after tea
            every evening after dinner|pcv
            """
        ),
        (
            .events([.AC]),
            """
            ac|before meals|before feeds|before a feed|before each feed|before food|before each meal|before every meal|before eating|before meal|a c
            prior to meals|before a meal|before the meal|prior to food|prior to each meal|q ac|qac
            """
        ),
        (
            .events([.PC]),
            """
            pc|after meals|after feeds|after a feed|after each feed|after food|after each meal|after every meal|after eating|after meal|p c
            following meals|after a meal|following food|just after food|with or after meals
            immediately after food|q pc
            """
        ),
        (
            .events([.C]),
            """
            with food|with feeds|with a feed|with each feed|with meals|with each meal|with or after a meal|with every meal|with a meal|with meal|with or after food|cc
            c food|c meals|w / food|w / meals|w / meal|w food|w meals|with food or milk|with milk or food
            with a snack|with food or a snack|at meals|at mealtimes|with food or after food|at each meal
            at every meal|take with food|take with meal|take with meals|with some food|during meals|at mealtime
            with food and water|with food or water|with food and milk|c food and water|at meal times
            with a small meal|with or just after food|with or just after meals|with or just after a meal
            with or immediately after food|with or just after food or a meal
            """
        ),
        (.time("12:00"), "at twelve noon|12 noon|12 midday"),
        (.time("00:00"), "at midnight|midnight|12 midnight"),
        (.emptyStomach, "on an empty stomach|on empty stomach|empty stomach|on a empty stomach|with an empty stomach"),

        (.days([.monday]), "monday|mondays|mon|every monday|on monday|on mondays|each monday"),
        (.days([.tuesday]), "tuesday|tuesdays|tue|tues|every tuesday|on tuesday|on tuesdays|each tuesday"),
        (
            .days([.wednesday]),
            "wednesday|wednesdays|wed|weds|every wednesday|on wednesday|on wednesdays|each wednesday"
        ),
        (
            .days([.thursday]),
            """
            thursday|thursdays|thu|thur|thurs|every thursday|on thursday|on thursdays|each thursday
            """
        ),
        (.days([.friday]), "friday|fridays|fri|every friday|on friday|on fridays|each friday"),
        (.days([.saturday]), "saturday|saturdays|sat|every saturday|on saturday|on saturdays|each saturday"),
        (.days([.sunday]), "sunday|sundays|sun|every sunday|on sunday|on sundays|each sunday"),
        (.days([.monday, .wednesday, .friday]), "mwf|m w f|m / w / f|m - w - f|m , w , f"),
        (.days([.tuesday, .thursday, .saturday]), "tts|t th s|tths|t / th / s|tthsa"),
        (
            .days([.monday, .tuesday, .wednesday, .thursday, .friday]),
            """
            weekdays|on weekdays|monday to friday|mon - fri|monday - friday|monday through friday|mon to fri
            mon thru fri
            """
        ),
        (.days([.saturday, .sunday]), "weekends|on weekends|at weekends"),

        (
            .maximum(isDaily: true),
            """
            mdd|max daily dose|maximum daily dose|max daily amount|maximum daily amount|daily max|daily maximum
            mx daily dose|max per day|maximum per day|max dose per day|maximum dose per day|max daily
            maximum daily|max mdd|max / day
            """
        ),
        (
            .maximum(isDaily: false),
            """
            max|maximum|max of|maximum of|max dose|maximum dose|not more than|no more than
            do not exceed more than|do not exceed|not to exceed|do not take more than|dont exceed|nte
            up to a maximum of|up to a max of|up to max|up to max of|up to maximum of|maximum dose of
            max dose of|to a maximum of|to a max of|with a maximum of|never more than|don't take more than
            do not use more than|dont take more than|should not exceed|must not exceed|a maximum of
            do not take any more than|must not take more than|not exceeding|never exceed|for a maximum of|limit
            limit to|do not inhale more than|no more|to max|to maximum|maximum total|max total
            up to a total of|for a max of|must not be more than|take no more than
            use no more than|give no more than|take a maximum of|use a maximum of|not over|no over|up to maximum
            do not use for more than|do not take for more than|do not use for longer than|do not take for longer than
            not for more than|for no more than|for no longer than|no longer than|not for longer than|not longer than
            do not use longer than|do not take longer than|do not use this medicine for more than
            do not give more than|do not have more than|do not apply more than|max total dose|maximum total dose|no more than a total of|not to be more than|never over
            """
        ),
        (.upToNumber, "up to|upto|as many as|as much as"),
    ]
}
