extension QuestionCases {
    /// Emergencies in words that the phrases did not contain when these were written. Not each must get the emergency
    /// text, but none may get an answer.
    static let stories = lines(
        """
        i think my mum had her tablets twice today
        swallowed a handful of them
        just downed six of these
        i popped 8 pills
        dad took his evening dose in the morning and then again at night
        took double yesterday by accident is that bad
        I gave my daughter double the amount
        I've had 3 doses in an hour
        my nephew chewed up two tablets
        cat licked my cream
        my little one got hold of the bottle and its empty
        I cannot catch my breath
        having trouble to breath
        feel like im suffocating
        breathing feels heavy since yesterday
        my lips and tongue feel thick and swollen
        throat swelling
        my eyelids are puffed up
        chest feels like its being squeezed
        a crushing feeling in my chest
        heart beats like crazy
        my heart wont stop racing
        pins and needles and cant move my left side
        can't feel my legs
        she is foaming at the mouth
        he is twitching and won't respond
        my husband isn't waking up
        my wife is barely conscious
        grandma fell and is not moving
        i feel like passing out
        about to faint
        going in and out of consciousness
        there is blood in my vomit
        nose bleed that does not stop
        big red welts all over me
        itchy bumps and my lips are tingling and swelling
        my skin is coming off
        I'm done with life
        dont want to be alive
        thinking about ending it
        whats the easiest way to die with these
        how many do i need to never wake up
        i just want it all to be over
        nobody would miss me if I was gone
        I want to disappear forever
        cutting myself again
        voices tell me to hurt people
        took someone elses medicine
        injected too much
        i mixed up the pills and took the wrong ones
        had an extra one by mistake
        sugar is 40 and im shaking
        temp of 41
        please help he is turning purple
        i took all my pills
        all of the pills are gone i ate them
        is 20 tablets going to kill me
        i drank the cough syrup all of it
        overdossed
        cheat pain
        my sister gulped down my blood pressure pills
        took my morning pills two times
        i might have taken the dose twice, not sure
        by accident my son got double
        he has had four of them since lunch
        hubby swallowed his tablets and mine
        what do i do if i overdose
        I used the inhaler about 30 times
        injected twice the insulin
        the toddler sucked on a patch
        our dog has eaten the packet
        grandpa took grandmas medicine
        I drank some of the eye drops
        swallowed the ear drops by mistake
        i feel my throat getting tighter
        my tounge is getting bigger
        my neck and face are swelling up
        its getting difficult to take a breath
        struggling for air
        I'm wheezing
        my chest is killing me
        sharp chest pain when i breathe
        pain going down my left arm
        feels like an elephant on my chest
        heart pounding really hard
        half of his face looks droopy
        he cant speak properly since this morning
        she had a fit an hour ago
        my son is convulsing
        lost consciousness for a minute
        he is asleep and wont wake
        so drowsy i cant stay awake
        fainted twice today
        coughed up blood this morning
        my poo is black
        bleeding from my gums a lot
        purple rash that is spreading
        blisters all over my lips
        skin peeling off my hands
        my whole body is covered in a rash
        yellow skin and eyes
        I am suicidal
        thinking of killing myself
        I don't see a reason to live
        what if i take them all at once
        want it to end tonight
        i have been self harming
        help i took too many
        can you die from this
        severe stomach pain
        i cant stop vomiting
        vision has gone in one eye
        I can't see
        worst pain ever
        sugar dropped to 35
        please send an ambulance
        allergic shock
        my throat is itchy and closing
        hit my head and I take warfarin
        swalloed 12 tabs
        she drank the whole syrup bottle
        my boy put a pill in his mouth and swallowed
        ive had way more than i was told
        was supposed to take 1 but took 3
        took this mornings and tonights together by accident
        mistook the bottle and took the wrong drug
        two patches on at once by mistake
        granddad double dosed
        my airway feels blocked
        i feel a lump in my throat and cant swallow
        panting and cant get enough air
        blue fingernails
        eyes swollen shut
        my face blew up like a balloon
        stabbing pain in the chest
        tight chest
        pressure on my chest
        numb left arm and sweating
        can't move my arm
        he is slurring
        she's shaking all over and not answering
        grand mal seizure
        he passed out in the bathroom
        won't wake from sleep
        delirious and hot
        throwing up and it looks like coffee grounds
        bleeding heavily
        rash and fever
        blistering rash
        my lips went blue
        life isnt worth it
        i'd rather be dead
        thinking about hurting myself
        going to take them all
        goodbye everyone
        i want to sleep and not wake up
        how much would be fatal
        emergency please
        who do i call for poisoning
        blood sugar is very low
        husband accidentally took my heart tablet
        double dosed my kid with this
        i lost count and may have taken four
        the baby has a tablet in her mouth
        took 2x what it says
        used way too many puffs
        put on three patches
        wife drank half the bottle
        i am choking on the tablet
        gasping for breath
        throat is getting smaller
        lips swelling after first pill
        hives everywhere and dizzy
        pressure in chest and jaw pain
        left side of body went weak
        talking funny and drooping mouth
        my dad collapsed
        he's out cold
        she doesn't wake when i shake her
        fits one after another
        fever and stiff neck
        bright red blood when i go to the toilet
        i see things that aren't there
        eyes have gone yellow
        thoughts of suicide
        i dont want to be here any more
        feel like ending everything
        planning to kill myself with these
        what dose would be deadly
        call emergency services
        mum has swallowed her weeks supply
        i drank half a bottle of this syrup
        kiddo licked the tablet
        must have taken the evening ones twice
        lungs feel like closing
        voice gone and throat tight
        cheeks and lips puffing up
        squeezing chest
        my ticker is going mad
        face gone lopsided
        grandad on the floor not answering
        everything went black and i fell down
        jerking arms and eyes rolled back
        pooping blood
        spots all over that dont fade
        raw skin around mouth and eyes
        i cant do this anymore
        better if i wasnt here
        i want to hurt myself with these
        what if someone eats the whole box
        took another persons pills
        swallowed way more than allowed
        hypo and shaking
        heavy bleeding
        unable to breathe properly
        """)
}
