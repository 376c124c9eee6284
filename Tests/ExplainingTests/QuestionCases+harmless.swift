extension QuestionCases {
    static let harmless = lines(
        """
        what does PRN mean?
        what does BID mean
        what does tid stand for
        what does "as directed" mean
        what is qhs
        when do I take it?
        when do i take this
        when should I take it?
        what time do I take it
        what times of day
        how often do I take it
        how often
        how many times a day
        how many times per day do i take it
        how often should it be taken
        is it once or twice a day
        in the morning or in the evening?
        do I take it at night
        do i take it at bedtime
        every how many hours
        what is the schedule
        how much do I take
        how many do i take
        how many tablets do I take
        how many puffs
        how many drops do i use
        how many tablets each time
        what's the dose
        what is my dose
        what is the dosage
        how much is one dose
        how much should I take
        how many should i take
        how should I take it
        how do I take it
        how do i use it
        how is it taken
        how do i apply it
        do i swallow it
        by mouth?
        is it by mouth
        which eye
        how long do I take it
        how long should i take this
        for how many days
        for how long
        how many weeks
        until when
        how many refills are left?
        how many refills
        are there refills
        any refills left
        refills?
        do i have refills
        how many repeats remaining
        how many tablets are in the bottle
        how many pills did I get
        how many pills are there
        what quantity
        how many were dispensed
        how many capsules are in the box
        what is it for
        what is this for
        what's it for?
        whats this medicine for
        what does it treat
        what does this medicine do
        why was it prescribed
        why am I taking this
        what is it called
        what's the name of it
        what is the name of this medicine
        what medicine is this
        which medicine is this
        what is this
        what strength is it
        how strong is it
        how many mg is it
        how many mg are in each tablet
        what form is it
        is it a tablet or a capsule
        with food?
        with food or without
        do I take it with food
        do i take it with meals
        before or after meals
        before breakfast?
        on an empty stomach?
        do i take it with water
        with a glass of water?
        what are the warnings
        any warnings
        what warnings are on the label
        is there a warning
        what should I be careful about
        what does the label say
        what does my label say
        read me the label
        please explain the label
        explain this
        explain the directions
        what are the instructions
        what are the directions
        tell me the directions in plain words
        in plain english please
        what does it say about storage
        how do I store it
        where do i keep it
        does it go in the fridge
        keep in the fridge?
        do I shake it
        should it be shaken
        do i need to shake the bottle
        can I crush it
        can i chew it
        do I swallow it whole
        what is the maximum per day
        whats the max per day
        what is the limit in 24 hours
        what does max 8 mean
        is it as needed
        do I take it only when needed
        is this as needed or every day
        do i take it every day
        every day or every other day
        which days do i take it
        on which days
        on weekends too?
        do I take it on monday
        what does q6h mean
        what does po mean
        what does mcg mean
        what does sig mean
        what does disp mean
        what does mL mean
        what is a teaspoon in ml
        how many ml
        what does "ac" mean
        who reads this label
        what language is the label in
        can you read the third line
        what is on line 4
        which line says that
        where does it say that
        what is the first word
        when does it expire
        what is the use by date
        when was it filled
        is the label complete
        is anything unread
        what could not be read
        show the directions
        repeat the directions
        what is the tablet called
        what kind of medicine is it
        how do i inhale it
        how do I use the inhaler
        how many sprays
        what are the four medicines
        how many medicines are on the list
        list the medicines
        summary please
        thanks
        hello
        how far apart are the doses
        how many hours between doses
        what's the gap between doses
        at what hour
        noon or evening
        """)
}
