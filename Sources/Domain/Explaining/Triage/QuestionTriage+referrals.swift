extension QuestionTriage {
    /// In order of precedence: the first match is used.
    static let referrals: [(Reason, [PhrasePattern])] = [
        (.missedDose, missedDose), (.pregnancy, pregnancy), (.breastfeeding, breastfeeding), (.child, child),
        (.alcohol, alcohol), (.mixing, mixing), (.stopping, stopping), (.changeDose, changeDose), (.allergy, allergy),
        (.safety, safety), (.diagnosis, diagnosis), (.symptom, symptom),
    ]

    private static let missedDose = PhrasePattern.all(
        """
        miss|missed|misses|mised|skiped|forgot|forget|forgotten|forgo|forgott|skipped … dose*|pill*|tablet*|
        medicine|meds|medication|it|take|taking|mine|one|capsule*|morning|yesterday|today|shot|injection|night|
        puff*; didnt|havent|havnt … take|taken|took; did|have not … take|taken|took; late … dose|taking|pill*|
        tablet*|medicine|with|for; dose|pill|tablet|medicine … late|missed|forgot*; catch up; make up for;
        overslept; missed|miss one|two|three|a|several|few|my? days|day|doses|yesterday; before taking; fell|asleep
        … before|taking; take it later|late; double up; what|if … i|we|he|she miss|forget|skip; several|few hours
        late
        """)

    private static let pregnancy = PhrasePattern.all(
        """
        pregnan*; pregnancy; pregant; preganant; pregnent; pregers|preggers|preggo; trying|try … conceive|baby|
        pregnant; conceiv*; expecting … baby|child|mother|mum|mom|am|im|and|a; with child; unborn|fetus|foetus;
        trimester; weeks|months gone|along; get pregnant; fertil*; having a baby; miscarr*; schwanger*; embaraz*;
        enceinte
        """)

    private static let breastfeeding = PhrasePattern.all(
        """
        breastfe*; breast feed*|fed|milk|fe*; brestfe*; nursing … baby|mother|mum|mom|son|daughter|newborn|infant|
        my|a; am|im|while|still|when|if|and nursing; lactat*; chestfe*; feeding my baby|newborn; pump* milk;
        stillen|stillzeit; breastmilk
        """)

    private static let child = PhrasePattern.all(
        """
        child|children|childs|kid|kids|baby|babies|toddler*|infant*|newborn*|son|sons|daughter*|teen*|grandson|
        granddaughter|grandchild*|nephew|niece|boy|girl … take|have|use|give|dose|safe|old|tablet*|drink|get|much|
        many|medicine|swallow|can|should|may|need|=mg|=ml|weigh*|too; give|giving|gave|dose|safe|for|ok|okay …
        child|children|kid|kids|baby|toddler|infant|newborn|son|daughter|teen*|grandson|granddaughter|grandchild*|
        nephew|niece; year|years|yr|month|months|yo|yrs old … take|have|give|use|get|dose; =my|=our|=for|=his|=her …
        kids|baby|toddler|son|daughter|year|child; under|below =12|=18|=16|twelve|sixteen|eighteen; pediatric|
        paediatric; how much … weigh*|kg|kilos|pounds|lbs; =kg|kilos|kilograms|pounds … how|dose|much; mg per kg;
        teenager*|teens|toddler*|grandkid*|grandchild*
        """)

    private static let alcohol = PhrasePattern.all(
        """
        alcohol*; alchohol|alchol|alcahol|alkohol|alcohal|booze|beer*|wine|wines|whisky|whiskey|vodka|rum|gin|cider|
        cocktail*|champagne|liquor|spirits|drunk|hangover|hungover|prosecco|lager|tequila|pint|sherry|=brandy; glass
        of wine|red|white; drink|drinking tonight|socially|on|party|while|when; can|may|could|should|ok|okay … i|we
        drink|drinking =on|=while|=with|=during; have a drink|few; go drinking; =drinks
        """)

    private static let mixing = PhrasePattern.all(
        """
        interact*; interract*; intract|interation|interacton; mix|mixing|mixed|mixes … with|and|it|these|this|
        medicine*|meds|pills|them; combin*; together|togeter|togther … with|as|take|this|these|and; same time …
        with|as|take|this|these|and; take|taking|taken|have|use|eat … together|along|alongside|besides; take|taking|
        taken|have|use|eat … same time; all together; take|taking|have|use|ok|okay|fine|it|this|goes … with|and|
        plus|while … ibuprofen|ibuprofin|aspirin|paracetamol|acetaminophen|tylenol|advil|nurofen|aleve|vitamin*|
        supplement*|antacid*|grapefruit|medicine*|medication*|meds|pill|pills|tablets|drug*|antibiotic*|herb*|
        coffee|caffeine|milk|dairy|juice|tea|cannabis|weed|marijuana|cbd|tobacco|iron|calcium|john|johns|warfarin|
        statin*|painkiller*|birth|other|another; ibuprofen|ibuprofin|aspirin|paracetamol|acetaminophen|tylenol|
        advil|nurofen|aleve|grapefruit|supplement*|herbal|weed|marijuana|cannabis|cbd|wort|cocaine|viagra|antacid*|
        painkiller*; other|another|different medicine*|medication*|meds|drug|drugs|pills|tablets|prescription*; with
        antibiotic*|painkiller*|paracetamol|laxative*|antidepressant*|insulin; conflict*|clash*|compatible|
        contraindicat*; with my other|usual|blood|heart|inhaler|insulin|regular|current|daily|normal|existing|
        morning|evening|pill; with … inhaler|insulin|cream; already|also|still taking|take|on|use; birth control|
        pill; contracepti*; goes|go with; vitamin*; combo; on top of
        """)

    private static let changeDose = PhrasePattern.all(
        """
        change|increase|decrease|raise|lower|reduce|double|halve|adjust|cut|up|triple|split|skip|modify|alter|boost
        … dose*|dosage|amount|it|pill*|tablet*|strength|medication|medicine|half|many|much|down; more|less|fewer|
        extra|another|additional … than|dose*|pill*|tablet*|of|it|if|one|medicine|puff*; take|have|use|need more|
        less|extra|another|double|two|half|twice|fewer|three; higher|lower|bigger|smaller|stronger|weaker|different|
        larger … dose*|dosage|strength|amount|one; right|correct|best|proper|recommended|usual|normal|typical dose|
        dosage; what|which dose|dosage for; too|to strong|weak|high|low|much|little; strong enough; enough … pain|
        working|dose; half|quarter … pill|tablet|dose|one|instead|of; twice|two|2|three|3 instead; switch|change|
        move|swap … to|time|morning|evening|night|from|brand|generic|it|medicine|medication; instead of; different
        time*; not|isnt|doesnt|stopped work|working|help|helping|enough; work|works better|faster; how much …
        should|safe|max*|can … i|we … really|actually|safely|most; most|maximum|max|many … can|could|safely … take;
        =skip|=skipping|skipped; leave|leaving … out; half|quarter|two|double|one … enough|better; wean*; taper*;
        earlier|sooner|early … take|have|use|it|than; take|have|use … earlier|sooner|early; dosage for|of|to me|my;
        micro dose|dosing
        """)

    private static let stopping = PhrasePattern.all(
        """
        stop|stopping|quit|quiting|quitting|discontinue|discontinu*|cease|pause|halt … take|taking|it|this|medicine|
        medication|meds|pill*|tablet*|treatment|early|using|them|now|when|these|course|cold|drug*|antibiotic*|now;
        when|can|should|may|must|could … i|we stop|quit|start|begin; want|like|going|planning … stop|quit; when …
        stop|stopping|stopped|quit|finished; discontinu*; come|get|go|going|coming|getting off … it|this|medicine|
        meds|medication|them|these|of|drug*|pill*; cold turkey; feel better|fine|good|ok|well|great … stop|finish|
        keep|need|still|continue|quit|do|should|can; finish … course|bottle|all|pack*|them|it|antibiotic*|pills|
        prescription; need|have|must … to? keep|continue|carry … taking|on|it; still|really need|have|must … it|
        take|this|them|medicine|to; do i|we|you have|need … take|this|it|medicine; withdraw*; start|restart|resume|
        begin … again|taking|it|medicine|meds; give up; can i just? stop; just stop; without|not taking … it|
        medicine|this; ^should|shall i|we|he|she … take|start|keep|continue|use; refuse; throw|get away|rid
        """)

    private static let allergy = PhrasePattern.all(
        """
        allerg*; alerg*; allerj*; alllerg*; anaphylax*; intoleran*; penicillin|sulfa|codeine|aspirin|gluten|lactose
        … =in; =in it … penicillin|sulfa|codeine|aspirin; sensitive|sensitivity to; react|reacted|reaction|reactions
        … to|badly|before|medicine|it|penicillin|with; contain|contains|have|has|made|any|free|in … gluten|lactose|
        milk|dairy|nuts|peanut*|egg*|soy*|gelatin*|gelatine|latex|penicillin|sulfa|sulpha|shellfish|dye|dyes|pork|
        wheat; gluten|lactose|latex|gelatin*
        """)

    private static let safety = PhrasePattern.all(
        """
        safe|safely|saftey|safety|saef|unsafe|sayf; danger*; dangerous; danjerous|dangrous; risk|risks|risky; harm|
        harmful|harmfull|hurt; bad for|idea|thing; is it|this|that … ok|okay|alright|all fine|bad|good|right; ok|
        okay|alright|fine … to|if|for|with … take|use|drive|eat|fly|swim|exercise|sunbathe|work|have|drink|crush;
        will it|this|that|they … hurt|harm|damage|affect|kill|make|cause; damage|liver|kidney*|kidneys; addict*;
        addict; habit forming; can|should|may|could … i|we|he|she drive|fly|swim|exercise|sunbathe|tan|operate|
        smoke|vape|dive|sauna|run|travel; sunbath*|sauna; drive|driving … after|on|while|with|when|taking; surgery|
        operation|anaesth*|anesth*|dentist|vaccin*|xray|mri; expired … take|use|ok|still|good; take|use|using|taking
        … expired|old; out of date; can|may i|we … still use|take; past … date; smok*; can|should|may i … work|gym|
        school|sport*|run|holiday|abroad; dental|operated; right for|medicine me|him|her; suitable|appropriate|
        recommended; should|can|may … he|she|husband|wife|mother|father|mum|mom|dad|friend|partner|someone|parents|
        grandma|grandmother|they|people|everyone|anyone … take|have|use; =share|=give|lend|borrow … someone|friend|
        husband|wife|mother|father|mum|mom|dad|it|other*|partner|medicine; someone|somebody else*; my|=his|=her dog|
        cat|pet|puppy|animal; =dogs|=cats|=pets; trust|believe; elderly|old person|people; weight gain|loss; lose|
        gain weight; worth it|taking; worry|worried|concern*|scared|afraid
        """)

    private static let diagnosis = PhrasePattern.all(
        """
        diagnos*; do|does|did|could|have … i|he|she|my|it have|got|mean … cancer|diabetes|infection|flu|covid|
        covid19|disease|depression|asthma|condition|problem|cold|syndrome|virus|ill*|sick|hypertension|uti|
        pneumonia|=it|=adhd; what … wrong with me|him|her; whats wrong with me|him|her; why am|do|does|is … i|my|me
        … sick|feel*|ill|tired|pain|hurt*|cough*|dizzy|itch*|swollen|bleed*|ache*; what|which … illness|disease|
        condition|disorder|sickness|infection … i|have|me|my|got|is; what … treat*|cure*|cures|heal|heals … my|a|
        the|best|this; what|which medicine|drug|medication|pill|antibiotic … should|best|better|instead|would;
        medicine|drug|pill … for my; recommend|suggest|prescribe|advise … me|medicine|something|drug|for|what|a|i;
        better|best|alternative*|alternatives … than|medicine|drug|to|for|treatment; cure|cures|heal; is|could|might
        this|it|that … normal|serious|cancer|infection|infected|contagious; symptom*|symtom*|sympton*; =covid; what
        should i do; do|could|might i|we|he|she have =a|=an|the|=this; will|does|would it|this|they … work|help|
        cure|fix; second opinion; something|anything better|stronger|else; is … =mg|enough … for me; blood test|
        results; lab|test result*|results
        """)

    private static let symptom = PhrasePattern.all(
        """
        side|side-|sid affect*|effect*|efects|efect*; sideeffects; adverse; rash|rashes|itch*|itchy|nausea*|
        nauseous|nausious|vomit*|throwing|puk*|dizz*|dizy|headach*|migraine*|diarr*|diarh*|constipat*|bloated|
        cramp*|fever*|feverish|tremor*|=shaky|=shaking|sweat*|swollen|swelling|insomnia|bruis*|bleed*|blurr*|
        fatigue|numb|numbness|tingl*|heartburn|hungover|faint*|lightheaded|jitter*|anxious|panic*|depress*|sore|
        hallucin*|confused|weird|drowsy|palpit*|twitch*|ache|aches|aching; feel|feeling|felt|feels … sick|ill|bad|
        worse|awful|terrible|strange|odd|funny|unwell|weak|tired|sleepy|off|worse|horrible|down|sad|hot|cold|after|
        better; =i|=my|=he|=she|=im … hurt|hurts|hurting|pain|pains|sick|ill|tired|sleepy|cough|coughing; upset
        stomach; stomach|tummy|belly|head|back|tooth|ear|throat … upset|ache|hurts|pain|sore|cramps; dry mouth; hair
        loss|falling; cant|cannot|trouble sleep|sleeping; made|makes|making|make me|him|her|my|you … sick|sleepy|
        tired|dizzy|drowsy|ill|hungry|worse|feel|fat|high
        """)

    /// Statements that are no question about a label: another person, something that happened, a part of the body that
    /// hurts.
    static let stories = PhrasePattern.all(
        """
        =he|=hes|=she|=shes|=theyre|=him|=her|=his|=hers|=mother|=father|=mum|=mom|=dad|=husband|=hubby|=wife|
        =partner|=brother|=sister|=uncle|=aunt|=grandma|=grandpa|=granny|=grandad|=granddad|=grandmother|
        =grandfather|=nana|=neighbour|=neighbor|=friend|=girlfriend|=boyfriend|=roommate|=somebody|=someone|
        =toddler|=baby|=dog|=cat|=puppy|=kitten|=child|=children|=kid|=kids|=son|=daughter|=nephew|=niece; =i|=ive|
        =we|=weve … =took|=taken|=ate|=eaten|=swallowed|=drank|=drunk|=had|=used|=gave|=given|=injected|=inhaled|
        =popped|=felt|=fell|=lost|=got|=went|=woke|=threw|=noticed|=started|=stopped; ^what if; =if =i|=we … =took|
        =take|=taken|=swallow|=drank|=mix|=miss|=stop; =took|=swallowed|=hurts|=hurting|=worse|=suddenly; =supposed
        =to; =too =much|=many; =im =not|=so|=very|=really|=feeling|=getting|=worried|=scared|=having; =i =am =not|
        =so|=very|=really|=feeling|=getting|=worried|=scared|=having; =my =leg|=legs|=arm|=arms|=chest|=head|=face|
        =skin|=throat|=tongue|=lips|=lip|=eyes|=hands|=hand|=feet|=foot|=belly|=stomach|=back|=neck|=heart|=pulse|
        =breathing|=breath|=vision|=body|=mouth|=poo|=pee|=urine|=stool|=vomit|=blood … =is|=are|=was|=feels|=feel|
        =hurts|=hurt|=looks|=has|=have|=got|=went|=turned|=keeps|=wont|=burns|=itches; ^can|may|could|should =i|=we
        =take|=use|=have|=eat|=drink|=mix|=do|=just|=stop|=skip|=go|=still
        """)
}
