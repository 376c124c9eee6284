extension QuestionTriage {
    static let selfHarm = PhrasePattern.all(
        """
        suicid*; suicide; kill|kil|hurt|harm|hang|end|cut|poison … =myself|=self|=himself|=herself|=themselves|
        =themself; killmyself; want|wanna|wish|going|gonna|try|trying|plan|planning|like|ready … die|=dead|=death;
        want|wanna to? die; wanna die; end my|his|her|their|it life|all; ending it|my|everything all?|life?; end it
        all; take my own? life; took his|her own life; self harm*|injur*|hurt*; selfharm; better off dead; better
        off without me; not|dont|longer want|wanna … live|alive|exist|wake|living; reason to live|=go; want|wants it
        to end|stop; just want to end|=go; tired of living|life; cant|cannot go on living?; enough|many|much … to|
        would|will kill|die|=dead|end; would|will … kill me; =lethal|=fatal|deadly; lost count; how many|much|few …
        die|kill|=dead|fatal|lethal|overdose|suicid*; painless death|way; dont want … be here|live|alive|wake; cut|
        cutting|slit … wrist*|veins|arms; goodbye note|letter|everyone|everybody|all|world|forever; farewell; hurt*|
        harm*|cut* … =myself; kms; =die; die from|of|with; =kill|=kills|=killing; done|finished|fed with|up … life|
        living|everything|it; enough of life|living|everything; all|just … be|to … over; over it all; miss me …
        gone|=dead|not; miss me; want|wanna|wish|could … disappear|vanish; cutting again|myself|my; to cut again;
        voices … hurt|kill|tell|say; hopeless; cant|cannot … take it|this anymore|longer; cant|cannot cope; no
        point|reason … living|life|anymore|going; cant|cannot do this|it anymore; better if i|=im wasnt|gone|=dead|
        not; wasnt|not … here anymore; harm|hurt … people|others|someone|somebody; not … want|wanna … here;
        =unalive; jump off|from … bridge|building|roof; selbstmord; umbringen; suicidio; matarme; suicide|tuer me?;
        life … not|isnt worth living?; never wake up; sleep forever; overdose on purpose; took|take|=taken|swallowed
        … on purpose; on purpose … took|take|=taken
        """)

    static let emergencies = overdose + poison + breathing + heart + mind + body

    private static let overdose = PhrasePattern.all(
        """
        overdos*; overdose; double dose|dosed|dosing … already|accident*|mistake|today|=he|=she|grand*|=mum|=mom|
        =dad|yesterday; grand*|=mum|=mom|=dad|=he|=she|husband|wife … double dose|dosed|dosing; by|in accident|
        mistake|error; accidental*|accidently|mistakenly|unintentional*; mistook; =took … =more|extra|=3|=4|=5|=6|
        =7|=8|=9|three|=four|=five|=six; =more|=over than … told|meant|supposed|prescribed; take|taking|=took|
        swallow … them =all; all of them … take|=took|taking|gone|swallow; over dose|dosed|dosing|dosage; =od =on;
        =oded|=oding; =i|=he|=she|=they|=we =od; too|to many … tab*|pill*|cap*|dose*|med*|puff*|drop*|of|today|
        already|by|at; took|take|=taken|taking|had|have|swallow*|ate|gave|given|used … too|to|so|way many|much;
        took|=taken|had|swallowed|swalowed|ate|gave|given|injected|used … extra|double|twice|triple|thrice|=whole|
        entire|bunch|handful|lots|loads|tons|several|everything; double|doubled|triple|extra|second dose|dosed|
        dosing|amount … accident*|mistake|already|today|took|error; =doubled … dose|up|it|pill*|tablet*|med*;
        accident*|mistake*|oops … took|take|=taken|double|twice|extra|two|more|gave|given|swallow*|=drank|ate|
        inject*|wrong; took|=taken|gave|given|had|swallowed|injected|used … accident*|mistake*|oops; took|=taken|
        take … all|=whole|entire|rest … bottle|pack*|box|strip|them|pills|tablets|of; =whole|entire bottle|pack*|
        box|strip|blister; more … than … meant|supposed|prescribed|should|allowed|needed|label|said|says; took|
        =taken|gave|had … instead; took|=taken|gave|had … too close|early|soon; took|=taken my|it|them|one|dose …
        twice|again; took two|2|three|3|four|4|five|5|six|6|seven|7|eight|8|nine|9|ten|10|twelve|12|fifteen|15|
        twenty|20|thirty|30|forty|fifty|50|hundred|100 … by|at|all|today|already|in|now|instead|not|pill*|tab*|cap*;
        took|swallowed|ate|=taken =10|=12|=15|=20|=24|=25|=30|=40|=50|=60|=100; took|=taken like|about|around|maybe|
        at|over ten|twenty|thirty|forty|fifty|hundred|10|12|15|20|30|40|50|100; forgot|forget|remember|sure …
        already took|=taken|had … took|again|twice|another; gave him|her|them|my … twice|double|too|extra;
        ueberdosis; uberdosis; sobredosis; surdosage|surdose; toxic|poisonous amount|dose|level*; tookto|tooktoo
        many; took to many; =swallowed … =all; took|had|swallowed|ate|popped|downed|gulped|necked|=drank|injected|
        used|inhaled|chugged|consumed|ingested|gave|given … two|three|four|five|six|seven|eight|nine|ten|eleven|
        twelve|fifteen|twenty|thirty|forty|fifty|hundred|2|3|4|5|6|7|8|9|10|11|12|14|15|16|18|20|24|25|28|30|40|50|
        60|80|90|100 … dose*|pill*|tab*|cap*|of|puff*|drop*|at|in|already|today|instead; popped|downed|gulped|
        necked|chugged|inhaled … pill*|tab*|cap*|them|these|of|all|meds|=whole; injected|used|gave|had … to|too
        much|many; to|too much|many … injected|insulin|swallowed|ingested; one|extra|them|it|dose|pill|pills|tablet|
        tablets … again … already|today|night|mistake|accident; took … again; took|=taken|used|had … two|2|three|3|
        four|4|several|many|multiple|30|20|10 times; take|takes|taking … all at once; all of them at once; again at
        night; all … gone|empty … ate|took|swallowed|=drank; twice … today|dose|accident*|mistake|pills|tablets|
        already; dose|pill|tablet|medicine … twice … took|had|gave|given|by; ate|took|swallowed|=drank … all|bunch|
        handful|lot|lots; mixed up … pill*|tab*|med*; took too many; too much insulin|warfarin|medicine|medication|
        meds
        """)

    private static let poison = PhrasePattern.all(
        """
        poison*; little one|boy|girl|guy … got|hold|bottle|ate|found|pill*|tab*|med*|opened; got|get|getting hold
        of; bottle … empty|open|missing; pill*|tablet* … missing|gone … child|kid|baby|toddler|dog|cat|son|daughter;
        child|kid|baby|toddler|son|daughter|infant|boy|girl|grandson|granddaughter|grandchild|nephew|niece|brother|
        sister|year|yr|dog|cat|puppy|kitten|pet|husband|wife|mum|mom|dad|he|she|they|someone|somebody|friend …
        swallow*|ate|eaten|=drank|got|licked|chewed|took|=taken|found|into|ingest*|had … pill*|tab*|cap*|medicine|
        medication|meds|it|them|this|these|my|some|one|bottle|drug*|=whole; child|kid|baby|toddler|son|daughter|
        infant|=boy|=girl … swallow*|ingest*|=drank|=ate|=eaten|=mouth; swallow*|ingest*|=drank|ate … child|kid|
        baby|toddler|son|daughter|infant; got into my|the medicine|pills|meds|cabinet|medication|tablets; toddler|
        baby|child|kid|son|daughter|dog|cat … sucked|licked|chewed|eaten|ate|bit|mouth; grandpa|grandma|granny|
        grandad|grandfather|grandmother|husband|wife|mum|mom|dad|mother|father|brother|sister|uncle|aunt|friend|
        partner|hubby … took|=taken|swallowed|ate|=drank; =drank|swallowed|ate|eaten … eye|ear|nose|skin drops|
        cream|gel|ointment; =drank|swallowed|ate|eaten … drops|cream|gel|ointment|lotion|patch|inhaler; swallowed …
        battery|patch|=whole|cream|bleach|it|wrong; took|=taken|gave|given|swallowed|used|injected … wrong; took|
        =taken|swallowed|gave … someone|somebody|his|her|husband*|wife*|mother*|father*|dog*|else* … pill*|med*|
        tab*|insulin; wrong medicine|medication|meds|pill*|tablet*|dose|insulin|drug|person … took|=taken|gave|
        given|by|already|accident*; =drank … bottle|syrup|it|all; antidote; vergiftung; vergiftet; envenenad*;
        empoison*
        """)

    private static let breathing = PhrasePattern.all(
        """
        cant|cannot|cnat|canot|couldnt|unable|not|hardly|barely|hard|trouble|difficult*|struggl*|problem*|problems|
        dificult*|harder|trubble … breath*|breth*|breathe|breathing|breeth*|brethe|inhale|air; can not … breath*|
        breth*; breath*|breth*|breeth* … hard|trouble|difficult*|problem*|fast|heavy|heavily|shallow|stopped|stop|
        struggl*|short|badly|slow*|worse|funny|weird|labored|laboured|tight; short|shortness|out of breath*|breth*;
        shortofbreath; not|stopped|isnt|stop breath*|breth*|breathing; cantbreathe; gasp*; foam*|froth* … mouth|at;
        gurgl*; breath … catch|cannot|cant|lost|losing; catch … breath; not enough air; cant|cannot get|suck … air|
        breath; lungs … tight|hurt|burn|close*|cant|full; suffocat*; chok*; wheez*; turning|turned|gone|going|lips|
        lip|face|skin|fingers … blue; blue lips|face|finger*|skin|nails; throat|airway … smaller|narrow*|thick|full;
        one|left|right side … weak|numb|limp|paraly*; side|half … body|face … weak|numb; talk*|speak* … funny|weird|
        strange|slur*; =drooping|=droopy|=drooped; lopsided; lungs … clos*|tight*; spots … all over|fade; raw skin|
        mouth; heavy|heavily|bad bleed*; cheeks|lips|face|tongue … puff*; =ticker; =hypo; went|everything =black;
        fell|fallen =down; =out cold; knocked out; =see|=sees|seeing things; blood|red … toilet|stool|poo|pee|urine;
        =put|=stuck|=applied =on =two|three|=four|=five|=2|=3|=4|=5 patches; =baby|toddler|=boy|=girl|=kid … =mouth;
        licked|sucked … tablet|pill|patch|cream; =baby|toddler|kiddo … tablet|pill … mouth; double dosed … =my|=him|
        =her|=kid|child; another|others persons|person|someones … took|pills; =took … another; =took|=used … =2x|
        =3x|times what; lips|finger*|nails … blue; throat … clos*|tight*|swel*|swol*|lump|shut|constrict*|block*;
        clos*|tight*|swel*|swol* … throat; airway*; anaphyla*; anafila*; anaphil*; epipen; atemnot; keine luft; no
        puedo respirar; peux … respirer; asthma attack; allergic|anaphylactic|septic shock; in shock; swel*|swol*|
        puffy|puffed|bloat* … face|lip*|tongue|tounge|toung|throat|eyes|eyelid*|mouth|neck; face|lip*|tongue|tounge|
        toung|eyes|eyelid*|mouth|neck … swel*|swol*|puffy|puffed|balloon*|huge|bigger|numb|droop*; alergic|allergic
        reaction; severe|bad|serious|strong alerg*|allerg*|reaction; cant|cannot|trouble|hard|difficult* … swallow*|
        speak*|talk*; turned|turning|gone purple|grey|gray
        """)

    private static let heart = PhrasePattern.all(
        """
        chest|cheast|chets … pain*|hurt*|tight*|pressure|crush*|ache*|aching|heav*|burn*|squeez*|stabb*|discomfort|
        pian|paine; pain*|tight*|pressure|crush*|ache*|pian|squeez* … chest|cheast|chets|heart|jaw; pain*|ache* …
        left arm; chestpain; elephant|weight|brick … chest; on my chest; hart|heart attack|atack; heartattack; heart
        … stopp*|stopping|racing|racing|pounding|skipp*|flutter*|irregular*|fast|palpitat*|hurts|pain|weird|funny|
        attack|slow*; palpitat*; heart|pulse … crazy|racing|wild|jump*|pound*|hard|out|beats|beating|skips|high|
        rapid; heartbeat … fast|crazy|irregular|slow|strange|weird|wild|high; cardiac; stroke; face … droop*;
        slurr*; slured speech; speech … slur*; one side … numb|weak|paraly*|face|body; arm|leg|side|face … numb|
        paraly*; arm|leg weak; paraly*; brustschmerz*; herzinfarkt; dolor … pecho; collaps*; pass*|pased|blacked|
        blacking|black out; passout; faint|fainted|fainting|feint*; no|weak|cant|lost pulse
        """)

    private static let mind = PhrasePattern.all(
        """
        unconscious*; unconcious*; unresponsive; conscious*|concious*; barely|hardly awake|alive|moving|responding|
        responsive|respond; in and out; not|isnt|wont|cant|cannot|doesnt|unable|not responding|respond|responsive|
        waking|wake|woken|awake … up?; wont|cant|cannot|doesnt|not … wake|waking|rouse|respond; not responding|
        responsive|waking|conscious|moving; lost|losing|lose|loss … conscious*|concious*; seizure*|seisure*|sezure*|
        siezure*|convuls*|fitting|fits; having|had|has a fit; convuls*; twitching|jerking|shaking uncontrol*;
        uncontrol* shaking|bleeding|vomit*; hallucinat*; halucinat*; seeing|hearing things|voices; shaking =all
        over; not|isnt|wont|doesnt answering|answer; coffee grounds|ground; numb* … =arm|=leg|face|=side; sweating …
        =arm|chest|pain|numb; delirious; very|extremely|so|suddenly confused|drowsy|disoriented|sleepy … wake|
        breathe|cant|cannot; suddenly confused|blind|weak|numb; coma; =dying|=dies|=dieing; think … dying|die; is|
        am|i am|im going to die; =dead; bewusstlos; inconscient*; krampfanfall
        """)

    private static let body = PhrasePattern.all(
        """
        severe|serious|bad|terrible|horrible|awful|worst|extreme|massive|intense|sudden|spreading|blistering … rash|
        hives|bleed*|pain|headache|vomit*|reaction|burn*|dizzi*|weakness|diarrh*|blister*; rash … spread*|blister*|
        peel*|all|=whole|everywhere|face|fever|mouth|severe|bad|swel*|breath*|purple|bleeding|raw; hives; welts|
        wheals; skin|face|body … burning|hot … swel*|red|itch*; red … all over|everywhere; skin … peel*|blister*|
        falling|coming|purple|sloughing|burning; blister* … mouth|skin|lips|eyes|everywhere|face|body; peeling skin;
        bleed* … wont|stop|stopping|not|heavily|lot|a|badly|much|everywhere|gums|head|internal*|from|rectal|severe|
        nose|more|still; cant|wont|not|doesnt|never stop|stopping … bleed*|vomit*|throwing|shaking; vomit*|throw*|
        cough*|spit*|spew*|puk*|peeing|pooping|urine|stool|poop|pee … blood*; blood* … vomit*|stool|urine|poop|pee|
        cough*|spit|everywhere; black|tarry|bloody stool*|poop|poo|vomit|urine|diarrh*; poo|poop|stool*|urine|pee …
        black|tarry|blood*|red|dark; =whole|entire body … rash|red|swel*|itch*; rash … body; body … rash; hit|hurt|
        fell|fall … head|unconscious; =emergency; sugar … =20|=25|=30|=35|=40|=45|=50|=55|=400|=500|=600; sugar …
        shak*|sweat*|confus*|faint*|dizzy; temp|temperature|fever … 39|40|41|42|103|104|105|106; stopped … moving|
        talking|crying; limp|floppy|lifeless|clammy; cant|cannot|isnt|not moving|move|react*|stay awake; eyes …
        rolling|rolled|back; emergancy; emergencies; =911|=112|=999; ambulance; call … ambulance|paramedic*|999|911|
        112|000; call poison control|centre|center|help; poison control; need|get|send help now|immediately|quick|
        quickly|asap|please|fast; =help =me; sos; heeeelp me; notfall; notarzt; emergencia; urgence; temperature|
        fever … 40|41|42|104|105|106|stiff|very|high|seizure; stiff neck; yellow eyes|skin; eyes|skin … yellow|
        turned|turning; jaundice; blood sugar|glucose … low|high|under|below|over|crash*|drop*|3|2|30|40; hypoglyc*;
        hypo =attack|=now|=bad; low blood sugar; insulin … too|double|twice|wrong|extra; sudden* … blind*|vision|
        cant|weak*|numb*; lost|losing|loss … vision|sight|hearing; vision|sight|eyesight … gone|lost|blurry|black|
        double; ^i cant|cannot see|hear|feel|move; went blind|deaf; cant|cannot see|move|feel|walk|stand|talk|speak
        … anymore|my|legs|arms|properly|anything|suddenly|arm|leg|face|up|now; worst headache; serotonin syndrome;
        pass* out; can … feel myself|my … dying|throat|heart
        """)
}
