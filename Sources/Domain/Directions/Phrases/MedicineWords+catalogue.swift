// Made by Scripts/medicine-words from the catalogue of medicine names; do not edit.
extension MedicineWords {
    /// Words of the names that the label's reader knows.
    static let catalogue: Set<Substring> = Set(
        """
        abacavir abatacept abciximab abemaciclib abilify abiraterone ablavar abraxane absorica abstral acacia
        acamprosate acanya acarbose acclean accolate accupril accuretic acebutolol aceclofenac acedoben acella
        acemetacin acenocoumarol aceon aceponate acetadote acetaminophen acetaminphen acetarsol acetasol acetate
        acetazolamide acetic acetohydroxamic acetominophen acetone acetonide acetyl acetylated acetylcholine
        acetylcysteine achromycin aciclovir acids acidulated aciphex acipimox acitretin aclaro aclidinium aclovate
        acrivastine actemra acthar acthrel acticlate actidose actigall actimmune actiq activase activated activella
        actonel actoplus actos acular acuvail acyclovir aczone adagen adalat adalimumab adapalene adasuve adazin
        adcetris adcirca adderall additive adefovir ademetionine adempas adenine adenocard adenoscan adenosine adipex
        adoxa adrenaclick adrenalin adrenaline adreview adrucil advair advairdiskus advicor aerospan afatinib afeditab
        afinitor aflibercept afrezza agalsidase aggrastat aggrenox agomelatine agrylin airacof ajmaline akten akynzeo
        alacort alafenamide alagesic alanyl albendazole albenza albiglutide albumin albuterol albutrepenonacog
        alcaftadine alcaine alclometasone alcohol alcohols alcortin aldactazide aldactone aldara aldesleukin aldioxa
        aldurazyme alectinib alefacept alemtuzumab alendronate alendronic alexitol alfacalcidol alfenta alfentanil
        alfuzosin algal alginate alglucosidase aliclen alimemazine alimta alinia alirocumab aliskiren alitretinoin
        alkaloids alkeran allantoin allegra allernaze allicin allopurinol almond almotriptan alocril alodox aloes
        alogliptin aloin alomide aloprim aloquin alora alosetron aloxi alpha alphagan alphaquin alprazolam alprostadil
        alrex alsuma altabax altacaine altace alteplase altoprev altretamine aluminium aluminum aluvea alverine alvesco
        alvimopan amantadine amaryl ambien ambisome ambrisentan ambroxol amcinonide amerge amethyst amfetamine amicar
        amidate amidotrizoate amifampridine amifostine amikacin amilofruse amiloride amilozide amino aminoacridine
        aminobenzoate aminobutyric aminocaproic aminoglutethimide aminohippurate aminolevulinate aminolevulinic
        aminophylline aminosalicylic amiodarone amisulpride amitiza amitriptyline amlobenz amlodipine ammonia ammonian
        ammonium ammonul amnesteem amobarbital amolodipine amorolfine amoxapine amoxicillan amoxicillin amoxiclav
        amphadase amphetamine amphotec amphotericin ampicillin amprenavir ampyra amrix amsacrine amturnide
        amylmetacresol amytal amyvid anadrol anafranil anagrelide anakinra analgesic analpram anaprox anascorp anaspaz
        anastrozole ancobon androderm androgel android androstanolone androxy anectine anestacon anesthetic angeliq
        angiomax anhydrous anidulafungin anise anoro antabuse antara antazoline anthralin antibiotic antibody
        anticoagulant antimony antiocoagulant antipyrine antiseptic antisera antiserum antithrombin antithymocyte
        antitoxin antivenin antivert antizol anucort anusol anzemet apalutamide apexicon apidra apixaban aplenzin apokyn
        apomorphine apple applicator apraclonidine apremilast aprepitant apriso aprotinin aptiom aptivus aquasol aqueous
        arachis aranesp arava arbinoxa arcalyst arcapta arestin arformoterol argatroban arginate arginine argipressin
        aricept arimidex aripiprazole aristospan arixtra armodafinil armour arnuity aromasin arranon arsenic artemether
        artenimol artesunate arthrotec articadent articaine artiss arzerra asacol asclera ascomp ascorbate ascorbic
        asenapine asfotase asmanex asparaginase asparatate aspart aspartate aspirin astagraf astelin astepro atacand
        ataluren atazanavir atelvia atenolol atezolizumab atgam ativan atomoxetine atomxetine atorvastatin atosiban
        atovaquone atracurium atralin atripla atropa atropine atrovent atroventhfa atryn attenuated atuss aubagio
        augmentin augmentinxr auranofin aurax aurodex aurothiomalate auryxia autologous avage avalide avanafil avandamet
        avandaryl avandia avapro avastin aveed avelox avelumab avibactam avinza aviptadil avita avobenzone avodart
        avonex axert axetil axicabtagene axiron axitinib aygestin azacitidine azactam azapropazone azasan azasite
        azatadine azathioprine azelaic azelastine azelex azilect azilsartan azithromycin azopt aztreonam azulfidine
        babybig baciim bacillus bacitracin baclofen bacterial bacteriastatic bacteriostatic bactrim bactroban balanced
        balsalazide balsam bambuterol banana banzel baraclude baricitinib barium based basiliximab baycadron
        bazedoxifene bazooka beadlets becaplermin beclometasone beclomethasone beconase bedaquiline beegentle belatacept
        beleodaq belimumab belinostat belladonna belsomra belviq bemiparin benaphetamine benazepril bendamustine
        bendroflumethiazide beneldopa bengal benicar benlysta benorilate benoxinate benperidol benralizumab bensal
        benthiazide bentyl benzaclin benzalkonium benzamycin benzathine benzatropine benzbromarone benzepro benznidazole
        benzo benzoate benzocaine benzoic benzoin benzonatate benzoyl benzphetamine benztropine benzydamine benzyl
        benzylpenicillin bepotastine bepreve beractant berry besifloxacin besilate besivance besylate betacarotene
        betadex betadine betagan betahistine betaine betamethasone betapace betasept betaxolol bethanechol bethkis
        betimol betoptic bevacizumab bexarotene bezafibrate bezlotoxumab biaxin bicalutamide bicarbonate bicillin
        bicisate bictegravir bidil biferarx bifidobacterium bifonazole bilastine bilberry biloba biltricide bimatoprost
        binimetinib binosto bioaches biocotron bioelements bioferr bioglo biotin biperiden biphasic bisacodyl bismuth
        bisoprolol bisulfate bisulphate bitartate bitartrate bitatrate bivalirudin black blast bleaching blender
        blending bleomycin bleph blephamide blinatumomab bloxiverz boceprevir boniva bontril borage borax boric borne
        borofair boron bortezomib bosentan bosulif bosutinib botox botulinum botulism bovine bowel bracco brentuximab
        bretylium brevibloc brevital brigatinib brilinta brilliant brimonidine brintellix brinzolamide brisdelle
        brivaracetam brivudine brodalumab bromazepam bromday bromelain bromfed bromfeddm bromfenac bromhexine bromide
        bromocriptine brompheniramine brovana bubble bubblegum buccal budeprion budesonide bultabital bumetanide
        bunavail bupap buphenyl bupivacaine buprenex buprenorphine buproban bupropion burkhart burosumab buserelin
        buspirone busulfan busulfex butabarbital butalbital butamben butapap butenafine butisol butobarbital
        butoconazole butorphanol butrans butylbromide butyrate bydureon byetta bypassing bystolic cabazitaxel
        cabergoline cabozantinib cadexomer caduet cafcit cafeine cafergot caffeine calamine calan calcijex calcipotriene
        calcipotriol calcitonin calcitrene calcitriol caldolor calfactant calmette calvulanate cambia camila campath
        camphor camphorated campral camptosar canagliflozin canakinumab canasa cancidas candesartan cangrelor
        cannabidiol canrenoate cantharidin cantil capacet capastat capecitabine capital caprelsa capreomycin caproate
        capsaicin capsicum captopril captorpil captracin capuccino carac carafate carbachol carbaglu carbamazepine
        carbaryl carbatrol carbatuss carbenoxolone carbetapentane carbetocin carbidopa carbimazole carbinoxamine
        carbmazepine carbocaine carbocisteine carbomer carbonate carbonyl carboplatin carboprost carboxymaltose cardamom
        cardene cardiogen cardiolite cardioplegic cardizem cardura careldopa carfilzomib carglumic cariprazine
        carisoprodol carmellose carmine carmoisine carmustine carnitine carnitor carob carpine carteolol cartia
        cartilage carvedilol cascara casodex caspofungin castor cataflam catapres cathflo catumaxomab caverject
        cavirinse cedax ceenu cefaclor cefadroxil cefalexin cefamandole cefazolin cefdinir cefditoren cefepime cefixime
        cefotaxime cefotetan cefoxitin cefpirome cefpodoxime cefprozil cefradine ceftaroline ceftazidime ceftibuten
        ceftin ceftobiprole ceftolozane ceftriaxone cefuroxime celebrex celecoxib celestone celexa celiprolol cellcept
        cells cellulose celontin cenegermin cenestin centany centruroides centussin cephalexin cerdelga cerebyx ceretec
        cerezyme cerisa ceritinib cerium cerivastatin cerliponase certolizumab certoparin cervidil cesamet cetacaine
        cetalkonium cetirizine cetrimide cetrorelix cetuximab cetylpyridinium cevimeline chain chamomile chantix
        characterised charcoal chelate chemet chenodal chenodeoxycholic chenodiol cherry chews chlolecalciferol chlor
        chloral chlorambucil chloramphenicol chlorate chlorcyclizine chlordiaze chlordiazepoxide chlorhexidine chloride
        chlorideextended chlormethine chlorobutanol chlorocresol chloroform chloromag chloroprocaine chloroquine
        chlorothiazide chloroxylenol chlorphenamine chlorpheniramine chlorpromazine chlorpropamide chlorprothixene
        chlorquinaldol chlortalidone chlortetracycline chlorthalidone chlorzoxazone choice cholecalciferol cholesterol
        cholesteryl cholestyramine cholic choline cholografin chondroitin choride choriogonadotropin chorionic chromate
        chromic chromium cialis ciclesonide ciclodan ciclopirox ciclosporin cidofovir ciferex cilastatin cilazapril
        cilexetil ciloleucel cilostazol ciloxan cimetidine cimzia cinacalcet cinchocaine cinnarizine cipro ciprodex
        ciprofibrate ciprofloxacin cisapride cisatracurium cisplatin citalopram citanest citrate citric citronella
        citrulline cladribine claforan claravis clarifoam clarifying clarinex claris clarithromycin clavulanate
        clavulanic clavulante cleanser cleansing clemastine clenia clenz cleocin clevidipine cleviprex clidinium climara
        clinda clindacin clindagel clindamax clindamycin clindesse clinolipid clinpro clioquinol clobazam clobetasol
        clobetasone clobex clocortolone clodan cloderm clodronate clofarabine clofazimine clolar clomethiazole clomifene
        clomiphene clomipramine clonazepam clonazepan clonidine clopamide clopidogrel cloral clorazepate clorpres
        clostridium clotiapine clotrimazole clove clozapine clozaril coartem coated cobefrin cobicistat cobimetinib
        cocaine cocet codamol codaprin codeine cogentin colada colazal colchicine colcrys colecalciferol colesevelam
        colestid colestilan colestipol colestyramine colfosceril colistimethate colistin collagenase collection
        collodion colloid colocort colophony colyte combigan combipatch combivent combivir cometriq compazine complera
        complex compound compressed compro comtan concept concerta condition condylox conestat conivaptan conjugated
        connaught conray constulose container containing contin contrave controlled controlrx conzip copaxone copegus
        copper cordarone cordran coreg coregcr corgard corifollitropin corlopam cormax corneal correcting cortef
        cortenema corticorelin corticotropin cortifoam cortisone cortisporin cortomycin cortrosyn corvert corzide
        cosmegen cosmetic cosopt cosyntropin coumadin coumarin covaryx covera cozaar cranberry creatine creme creon
        cresol crestor crinone crisantaspase crixivan crizotinib crofelemer cromoglicate cromolyn crotamiton crystal
        crystalline crystals cubicin cupric cuprimine curosurf cutivate cuvposa cyanocobalamin cyanokit cyclizine
        cyclobenzaprine cyclogyl cyclomethicone cyclomydril cyclopenthiazide cyclopentolate cyclophosphamide cycloserine
        cycloset cyclosporine cyklokapron cymbalta cypionate cyprindiol cyproheptadine cyproterone cyramza cystadane
        cystagon cystaran cysteamine cysteine cystine cysto cystografin cystrals cytarabine cytomegalovirus cytomel
        cytotec cytovene cytra dabigatran dabrafenib dacarbazine daclatasvir daclizumab dacogen dactinomycin dalbavancin
        dalfampridine dalfopristin daliresp dalteparin dalvance danaparoid danazol danthramer danthrusate dantrium
        dantrolene dapagliflozin dapoxetine dapsone daptomycin daranide daraprim daratumumab darbepoetin darifenacin
        darunavir darvadstrocel darvon dasabuvir dasatinib datscan daunorubicin daunoxome daypro daytrana ddavp
        debrisoquine decanoate decitabine decolletage deferasirox deferiprone deferoxamine defibrotide defined definity
        deflazacort degarelix degludec dehydrated delamanid delatestryl delavirdine delestrogen delta delzicol demadex
        demeclocycline demerol demser denavir denileukin denosumab denta dentagel dental denti denticare deodorized
        depacon depakene depakote depen depocyt depot dequalinium dergocrine derivative derma dermaprot dermatop
        dermazene dermotic desferal desferrioxamine desflurane desipramine desloratadine desloratidine desmopressin
        desogestrel desonate desonide desowen desoximetasone desoxyn desquam desvenlafaxine detemir detrol dexamethasone
        dexamethsone dexamfetamine dexbrompheniramine dexchlorpheniramine dexedrine dexferrum dexibuprofen dexilant
        dexketoprofen dexlansoprazole dexmedetomidine dexmethylphenidate dexpanthenol dexrazoxane dextomethorphan
        dextran dextranomer dextrin dextroamphetamine dextromethorphan dextromoramide dextropropoxyphene dextrose
        diabeta diacetate diamorphine diamox diastat diatrizoate diazepam diazoxide dibasic dibenzyline dibotermin
        dibrompropamidine dichloral dichloralphenazone dichloride dichlorobenzyl dichlorophen dichlorphenamide
        dicitratobismuthate diclegis diclofenac diclofenamide dicloxacillin dicobalt dicyclomine dicycloverine
        didanosine didecyldimethylammonium didrex dienogest diethyl diethylamine diethylammonium diethylpropion
        diethylstilbestrol differin dificid diflorasone diflucan diflucortolone diflunisal diftitox difumarate digifab
        digitek digitoxin digox digoxin dihydrate dihydro dihydrochloride dihydrocodeine dihydroergocornine
        dihydroergocristine dihydroergotamine dihydrogen dihydrotachysterol dilacor dilantin dilatrate dilaudid
        diloxanide diltiazem diltzac diluent dilute dimeglumine dimenhydrinate dimepranol dimercaprol dimercaptosuccinic
        dimesylate dimethyl dimethylglycine dimeticone dinitrate dinoprostone dinutuximab diosmin diovan dioxide
        dioxybenzone dipentum diphencyprone diphendydramine diphenhydramine diphenoxylate diphtheria dipipanone
        dipivefrine dipivoxil dipotassium dipridamole diprivan diprolene dipropionate dipyridamole disalcid
        disintegrating diskets diskus disodium disoproxil disopyramide dispersible distigmine disulfiram dithranol
        ditropan diuril divalproex divigel divista dobutamine docetaxel doconexent docosahexaenoic doctors docusate
        dodecahydrate dofetilide dolasetron dolgic dolophine dolor doloracin dolutegravir domiphen domperidone donatuss
        donepezil donna donnatal dopamine dopexamine dopram doravirine doribax doripenem dornase doryx dorzolamide
        dosepro dosulepin dotarem dovonex doxapram doxazosin doxepin doxercalciferol doxil doxorubicin doxycyclate
        doxycycline doxycyline doxylamine draximage dried drisdol dritho dronabinol dronedarone droperidol drospirenone
        drotrecogin droxia droxidopa drymax dualfe duavee duetact duexis dulaglutide dulera duloxetin duloxetine duoneb
        duotab dupilumab durachol duraclon duragesic duramorph durezol durvalumab dutasteride dutoprol dyazide dydramol
        dydrogesterone dymista dynacin dyphylline dyrenium dysport ecallantide econazole ecoza ectoin eculizumab edarbi
        edarbyclor edecrin edetate edetic edisylate edluar edoxaban edrophonium edurant efalizumab efavirenz effer
        effervescent effexor effient efinaconazole eflornithine efmoroctocog eftrenonacog efudex eicosapentaenoic
        elaprase elastiderm elbasvir eldepryl electrolyte electrolytes elelyso elements elenza elestat elestrin
        eletriptan elidel eliglustat elimite eliphos eliquis elixophyllin ellence ellipta elmiron elocon elosulfase
        elotuzumab eloxatin eltrombopag eluxadoline elvitegravir emadine embeda embonate emcyt emedastine emend
        emicizumab empagliflozin emsam emtansine emtricitabine emtriva emulsifying emulsion enablex enacarbil enalapril
        enalaprilat enamel enantate enanthate enbrel encephalitis encorafenib endocet endodan endometrin enflurane
        enfuvirtide engerix enhance enjuvia enlon enoxaparin enoximone enriched entacapone entecavir entereg enteric
        entero entocort entre entyvio enulose enzalutamide enzymes eosin eovist ephedrine ephinephrine epiduo epifoam
        epinastine epinephrine epionce epipen epirubicin epithelial epitol epivir eplerenone epoetin epogen epolamine
        epoprostenol eprosartan eptacog eptifibatide eptotermin epzicom equetro equine eraxis erbitux erbumine
        erdosteine erenumab ergocalciferol ergocryptine ergoloid ergomar ergometrine ergotamine eribulin erivedge
        erlotinib errin ertaczo ertapenem ertugliflozin erwinaze erygel erythra erythrocin erythromycin erythropoietin
        esbriet escherichia escitalopram escitslopram esgic esketamine eslicarbazepine esmolol esomeprazole estazolam
        esterase esterified esters estrace estradiol estramustine estring estriol estrogel estrogens estropipate
        eszopiclone etabonate etamsylate etanercept etelcalcetide etexilate ethacrynate ethacrynic ethambutol ethamolin
        ethanol ethanolamine ethanolate ethinyl ethinylestradiol ethiodized ethionamide ethosuximide ethotoin ethyl
        ethylmorphine ethylsuccinate etidronate etilefrine etodolac etomidate etonogestrel etopophos etoposide
        etoricoxib etravirine etynodiol eucalyptus eurax european evamist evening everolimus evista evoclin evolocumab
        evoxac evzio exalgo exametazime execlear exelderm exelon exemestane exenatide exforge exjade exparel expectuss
        extencaps extended extentabs extina extract eylea ezetimibe ezogabine fabior fabrazyme factive factor
        famciclovir famotidine fampridine famvir fanapt fareston farxiga faslodex fastab faststat favorite fazaclo
        febuxostat felbamate felbatol felbinac feldene felodipine felodipineextended felypressin femara femhrt femring
        fenbufen fenofibrate fenofibric fenoglide fenoldopam fenoprofen fenoterol fentanyl fenticonazole fentora
        feraheme feredetate ferric ferriprox ferrlecit ferrogels ferrous ferucarbotran ferumoxytol fesoterodine fetzima
        fexmid fexofenadine fibricor fibrinogen fidaxomicin filgrastim films filmtab finacea finasteride fingolimod
        fioricet fiorinal firazyr firmagon flagyl flarex flavor flavored flavoxate flecainide flector flexx flolan
        flomax flonase florbetaben florbetapir floriva flouride flovent floventhfa flower floxuridine fluampicil
        flucaine flucloxacillin fluconazole flucytosine fludarabine fludeoxyglucose fludrocortisone fludroxycortide
        flumactone flumadine flumazenil flumetasone flunarizine flunisolide flunitrazepam fluocinolone fluocinonide
        fluocortolone fluor fluorescein fluorescite fluoride fluorideand fluorinse fluorishield fluoritab
        fluorometholone fluoroplex fluorouracil fluorx fluoxetine fluoxymesterone flupentixol fluphenazine fluprednidene
        flura flurandrenolide flurazepam flurbiprofen fluress flurox fluspirilene flutamide flutemetamol fluticasone
        flutrimazole fluvastatin fluvoxamine foaming focalgin focalin focalinxr folbic folcaps folic folinic follistim
        follitropin folltropin folotyn foltabs fomepizole fondaparinux foradil forane forfivo forma formadon
        formaldehyde formo formocresol formoterol formula fortamet fortaz forteo fortesta fortical fosamax fosamil
        fosamprenavir fosaprepitant foscarnet foscavir fosfestrol fosfomycin fosinopril fosphenytoin fospropofol
        fosrenol fraction fradin fragmin framycetin frangula freeze frenna frova frovatriptan fructose fulvestrant
        fulyzaq fumarate fumaric funnel fuoxetine furadantin furoate furosemide fusafungine fusidate fusidic fusilev
        fycompa gabapentin gabitril gablofen gadavist gadobenate gadobutrol gadodiamide gadofosveset gadopentetate
        gadoterate gadoteric gadoteridol gadoversetamide gadoxetate gadoxetic galactose galantamine gallamine gallium
        galsulfase galzin gamma gamolenic ganciclovir ganirelix ganite garamycin gastrocrom gastrografin gastroview
        gatifloxacin gattex gavilyte gazyva gefitinib gelato gelnique gemcitabine gemeprost gemfibrozil gemifloxacin
        gemtuzumab gemzar generator generlac gengraf gentak gentamicin gentian geodon gesic gestodene gestonorone
        gestrinone giazo gildess gilenya gilotrif gimeracil ginger gingimed ginkgo ginseng glargin glargine glatiramer
        glecaprevir gleevec gleostine gliadel glibenclamide gliclazide glimepiride glipizide glipizideer gliquidone
        globulin glofil glostrips glubionate glucagen glucagon glucarpidase glucoheptonate gluconante gluconate
        gluconolactone glucophage glucosamine glucose glucotrol glucovance glulisine glumetza glutamate glutamine
        glutaraldehyde glutathione glyburide glycate glycerol glycerophosphate glyceryl glycinate glycine glycol
        glycolate glycophos glycopyrrolate glycopyrronium glydo glynase glyocol glyset glytone golimumab golytely
        gonadorelin gonadotrophin gonak gonal gordons goserelin grain gralise gramicidin granisetron granix granulex
        grass grazoprevir greenglo griseofulviin griseofulvin guaiacol guaifenesin guanethidine guanfacine guanidine
        guard guerin guselkumab gynazole haemonetics halaven halcinonide halcion haldol halibut halobetasol halog
        halogenated haloperidol halothane halquinol hamamelis harvoni heartburn heather hecoria hectorol hemabate hemal
        hemangeol hematogen hemetab hemifumarate hemihydrate hemin hemoban hemostatic hemox hepagam heparin heparinoid
        hepatitis hepatolite hepsera heptahydrate hespan hesperidin hetastarch hetlioz hexabrix hexacetonide
        hexachlorophene hexafluoride hexahydrate hexalen hexamidine hexaminolevulinate hexanoate hexastarch hexetidine
        hextend hexylresorcinol hicon hippurate hiprex histamine histidine histolyticum histrelin homatropine homecare
        homosalate horizant hormone humalog humco humira humulin hyaluronate hyaluronic hyaluronidase hybrisil hycamtin
        hycet hyclate hydchloride hydochloride hydorcortisone hydoxyzine hydralazine hydrate hydrating hydrchloride
        hydrea hydrin hydro hydrobromide hydrochloric hydrochloride hydrochlorideer hydrochlorideextended hydrochlorides
        hydrochloridexl hydrochlorothiazide hydrochlorthiazide hydrocholride hydrochoride hydrocloride hydrocodone
        hydrocort hydrocortisone hydrofluoric hydrogen hydrolysed hydromet hydromorphone hydroquinidine hydroquinone
        hydrotalcite hydrous hydroxide hydroxocobalamin hydroxyamfetamine hydroxyamphetamine hydroxyapatite
        hydroxybutyrate hydroxycarbamide hydroxychloroquine hydroxyethyl hydroxyprogesterone hydroxypropyl
        hydroxyquinoline hydroxyquinolone hydroxyurea hydroxyzine hyetellose hylan hylase hylenex hyoscine hyoscyamine
        hyosyne hypercare hyperlyte hypochlorite hyprolose hypromellose hyrdomorphone hyrochloride hysingla hyzaar
        ibandronate ibandronic ibrutinib ibudone ibuprofen ibutilide icatibant ichthammol iclusig icosapent idamycin
        idarubicin idarucizumab idebenone idelalisib idoxuridine idursulfase ifosfamide ilaris ilevro iloperidone
        iloprost ilotycin iluvien imatinib imbruvica imdur imidapril imiglucerase imipenem imipramine imiquimod imitrex
        immune immunoglobulin impavido implanon implant impulse imuran inapsine inatal incobotulinumtoxina increlex
        incruse indacaterol indapamide inderal indiclor indigo indigotindisulfonate indinavir indium indocin indocyanine
        indometacin indomethacin indoramin industrial infasurf infatabs infed infliximab infumorph ingenol inhalants
        inhibitor injectafer injector inlyta innohep innopran inosine inositol inotersen inotuzumab insoluble inspra
        insulin integra integrilin intelence intensol interferon intermezzo intersol intralipid intrinsic intron intuniv
        invanz invega invirase invokamet invokana iobenguane iobitridol iodate iodide iodinated iodine iodipamide
        iodixanol iodoform iodopen iodoquinol ioflupane iohexol iomeprol ionite iopamidol iopanoic iopidine iopodate
        iopromide iotalamate iothalamate iotrolan iotroxate ioversol ioxaglate ioxilan ipecacuanha ipilimumab
        ipratropium iquix irbesartan iressa irinotecan irrigation isavuconazole isentress isethionate isocaine
        isocarboxazid isoflurane isoleucine isomaltoside isometheptene isonarif isoniazid isophane isoprenaline
        isopropyl isoproterenol isopto isordil isosorbdie isosorbide isosorrbide isosulfan isotretinoin isovue
        isoxsuprine ispaghula isradipine istalol isuprel itraconazole ivabradine ivacaftor ivermectin ixazomib
        ixekizumab jafra jakafi jalyn jantoven janumet januvia jardiance jeanatope jencycla jentadueto jetrea jinteli
        jolivette jublia junel juvisync juxtapid kadcyla kadian kalbitor kaletra kalydeco kamedoxomil kanamycin kaolin
        kapidex kapvay karbinal kayexalate kazano keflex kenalog kepivance keppra keralac keralyt kerydin ketalar
        ketamine ketanserin ketek ketoconazole ketodan ketoprofen ketorolac ketotifen ketotolac keytruda khedezla
        kineret kinevac kionex kitabis klaron klonopin kolorz kombiglyze korlym kristalose krystexxa kuvan kynamro
        kyprolis labetalol lacidipine laclotion lacosamide lactate lactated lactic lactitol lactobacillus lactobionate
        lactoperoxidase lactulose laherparepvec lamictal lamisil lamivudine lamotrigine lanolin lanoxin lanreotide
        lansoprazole lanthanum lantus lapatinib large laronidase laropiprant laryng lasix lastacaft latanoprost latisse
        latrix latuda laurilsulfate lauromacrogol lauromacrogols lauryl lavender lazanda leader lecithin ledipasvir
        leflunomide lemtrada lenalidomide lenograstim lenvatinib lepirudin lercanidipine lescol letairis letermovir
        letrozole leucine leucovorin leukeran leukine leukosep leukotrap leuprolide leuprorelin levalbuterol levamisole
        levaquin levatol levemir levetiracetam levetiractam levitra levobunolol levobupivacaine levocabastine
        levocarnitine levocetirizine levodopa levofloxacin levofolinic levoleucovorin levomefolate levomenthol
        levomepromazine levomilnacipran levonordefrin levonorgestrel levophed levorphanol levosimendan levothroid
        levothyroxine levoxyl levsin lexapro lexidronam lexiscan lexiva lexuss lialda librax lidenza lidocaine lidoderm
        lidodextrapine lidopin lidum lightener lightening lignospan linaclotide linagliptin lincocin lincomycin lindane
        linezolid lingual linseed linzess lioresal liothyronine lipegfilgrastim lipid lipiodol lipitor lipocream lipodox
        lipofen lipoic liposomal liposyn liptruzet liquorice liraglutide lisdexamfetamine lisinopril lispro lissamine
        lisuride lithium lithobid lithostat livalo liver lixisenatide llevothyroxine locoid lodine lodosyn lodoxamide
        loestrin lofepramine lofexidine lofibra lokara lollicaine lomitapide lomotil lomustine loperamide lopid
        lopinavir loprazolam lopreeza lopressor loprox loratadine loratadineantihistamine lorazeapm lorazepam lorcaserin
        lorcet lorenza lormetazepam lornoxicam lortab lorzone losartan losortan lotemax lotensin loteprednol lotrel
        lotrisone lotronex lovastatin lovaza lovenox loxapine loxitane lubiprostone lucentis lucinactant ludent lufyllin
        lugols luliconazole lumacaftor lumefantrine lumicain lumigan lumiracoxib lumizyme lunesta lurasidone lusedra
        lustra lutropin luvox luxiq lycopene lymecycline lymphazurin lynparza lyophilised lyophilized lyrica lysates
        lysine lysodren lysteda macitentan macrobid macrocrystalline macrocrystals macrodantin macrogol macugen macuvex
        mafenide magaldrox magnacet magnesium magnevist maintenance maize makena malarone malate malathion maleate
        maltodextrin maltol mandelate mandelic mangafodipir manganese manidipine mannitol maprotiline maraviroc marcaine
        margesic marinol marplan marshmallow matulane matzim mavik maxalt maxaron maxidex maxidone maxipime maxitrol
        maxzide mazindol mealeate mebendazole mebeverine mebrofenin mebutate mecamylamine mecasermin mechlorethamine
        meclizine meclofenamate meclozine mecobalamin mecysteine medium medoxomil medrol medronate medrox
        medroxyprogesterone mefenamic mefloquine mefoxin megace megatope megesterol megestol megestrol meglumine meijer
        mekinist melamin melamix melatonin meloxicam melpaque melperone melphalan melquin memantine mematine
        membraneblue menadiol menaquinone menatetrenone menest menostar menotrophin mentagrophytes mentax menthol
        mepacrine mepenzolate meperidine mepesuccinate mephyton mepivacaine mepolizumab meprobamate mepron meptazinol
        mepyramine mercaptamine mercaptopurine mercuric merle meropenem merrem mertiatide mesalamine mesalazine mesilate
        mesna mesnex mesterolone mestinon mestranol mesuximide mesylate mesylates metabisulfite metadate metaproterenol
        metaraminol metastron metaxalone metfomin metformin methacholine methadone methadose methamphetamine methapred
        methazolamide methedex methenamine methergine methiamol methimazole methionine methitest methocarbamol
        methohexital methotrexate methoxamine methoxsalen methoxy methoxyflurane methoxypsoralen methscopolamine
        methsuximide methyclothiazide methyl methylated methylbromide methylcellulose methylcobalamin methyldopa
        methyldopate methylene methylergonovine methylfolate methylin methylnaltrexone methylphenidate methylprednisole
        methylprednisolone methylrosanilinium methylsulfate methyltestosterone methylthioninium methysergide
        metipranolol metirosine metoclopramide metolazone metopirone metoprolol metoroprolol metozolv metreleptin
        metrocream metrogel metrolotion metronidazole metyrapone metyrosine mevacor mexiletine miacalcin mianserin
        micafungin micardis miconazole micro microgestin micronised micronor microspheres microzide midazolam midodrine
        midostaurin mifamurtide mifepristone migalastat migergot miglitol miglustat migranal millipred milnacipran
        milrinone miltefosine mimvey mineral minerals minipress minitran minivelle minocin minocycline minoxidil minte
        minute miostat mipomersen mirabegron mirapex mircera mirena mirtazapine mirvaso misoprostol mistletoe mitigare
        mitomycin mitotane mitoxantrone mivacurium mixed mizolastine mobic mocha mochaccino moclobemide modafinil
        moderiba modified moexipril mofetil molecule molgramostim molsidomine molybdate mometasone monobasic monobenzone
        monodox monofluorophosphate monohydrate monoket mononitrate monopotassium monosodium monsels montelukast monurol
        morgidox moroctocog morphine morrhuate mousse moxatag moxeza moxifloxacin moxisylyte moxonidine mozobil mucate
        mucin mucinex mucopolysaccharide multaq multi multihance multimineral multiple multitrace multivitamin mupirocin
        muromonab mustargen myalept myambutol mycamine mycin mycobutin mycophenilic mycophenolate mycophenolic mydfrin
        mydriacyl myferon myfortic myleran myobloc myochrysine myorisan myoview myoxin myozyme myrbetriq myristate
        mysoline nabilone nabumentone nabumetone nadolol nafarelin nafcillin naftidrofuryl naftifine naftin naglazyme
        nalbuphine nalfon nalidixic nalmefene naloxegol naloxone naltrexone namenda nandrolone naphazoline naprelan
        naprosyn naproxen napsylate naratriptan nardil naropin nasacort nascobal nasonex natacyn natal natalizumab
        natamycin nateglinide natelle natrecor natroba navane navelbine nebivolol nebupent necitumumab nectar nedocromil
        nefazodone nefopam neighbor nelarabine nelfinavir nembutal neocidin neohaler neomycin neonatal neoprofen neoral
        neosporin neostigmine neova nepafenac nephron neptazane nesacaine nesina nesiritide netilmicin netupitant neuac
        neulasta neupogen neupro neuraceq neurontin neurotoxin neutra neutracare neutral neutramaxx nevanac nevirapine
        nexavar nexiclon nexium nexplanon nexterone niacin niacinamide niacor niaspan nicardipine niclosamide nicomide
        nicorandil nicotinamide nicotinate nicotine nicotinic nicotrol nifediac nifedical nifedicalxl nifedipine
        nifurtimox nilandron nilotinib nilutamide nimbex nimodipine nintedanib nipent niphanoid niraparib niravam
        nisoldipine nitazoxanide nitisinone nitrate nitrazepam nitric nitrite nitro nitrofurantion nitrofurantoin
        nitrogen nitroglycerin nitrolingual nitromist nitronal nitropress nitroprusside nitrostat nitrous nivolumab
        nizatidine nizoral nodolor nomegestrol nonacog nonoxinol noradrenaline norco norditropin norelgestromin
        norepinephrine norethindrone norethisterone norfloxacin norgestimate norgestrel noritate norlyroc normal norman
        normosol noroxin norpace norpramin northera nortiptyline nortrel nortriptyline norvasc norvir notuss novaplus
        novolin novolog noxafil noxytiolin nplate nucort nucynta nuedexta nulecit nulev nulojix nulytely nuquin
        nusinersen nuspin nutrestore nutricel nutrilipid nutrilyte nutrition nutropin nuvaring nuvigil nyamyc nymalize
        nystatin nystop obagi obeticholic obinutuzumab obredon ocrelizumab ocriplasmin octagam octinoxate octisalate
        octocaine octocog octocrylene octreotide ocudox ocufen ocuflox ocuvel oestrogens ofatumumab ofirmev ofloxacin
        ofloxaxin oforta olamine olanzapine olaparib olaratumab oleate oleic oleptro olive olmesartan olodaterol
        olopatadine olsalazine olysio omacetaxine omalizumab ombitasvir omega omepraziole omeprazole omidria omnaris
        omnipaque omnipred omniscan omnitrope omtryg onabotulinumtoxina oncaspar ondansetron onexton onglyza onmel ontak
        opahl opana opdivo ophthalmic opicapone opium opsumit optimark optiray optison optivar orabloc oracea oracit
        orally oralone orapred oraqix oraverse oravig orbactiv orbivan orciprenaline orencia orenitram orfadin
        oritavancin orlistat ornithine orotate orphenadrine ortho oscimin oseltamivir oseni osimertinib osmitrol
        ospemifene osphena oteracil otezla oticin otozin otrexup ovace ovaceplus ovide ovidrel ovine oxacillin oxalate
        oxaliplatin oxandrolone oxaprozin oxazepam oxcarbazepine oxecta oxerutins oxiconazole oxide oxidronate oxilan
        oxistat oxitriptan oxitropium oxprenolol oxsoralen oxtellar oxybate oxybenzone oxybezone oxybuprocaine
        oxybutynin oxycodone oxycontin oxygen oxyhydroxide oxymel oxymetazoline oxymetholone oxymorphone oxypertine
        oxyquinoline oxyquinolone oxytetracycline oxytocin oxytrol ozogamicin ozurdex pacerone paclitaxel pacnex
        padimate palbociclib palgic palifermin paliperidone palivizumab palmitate palmitic palonosetron pamelor
        pamidronate pamine pamoate pancreatin pancreaze pancrelipase pancuronium pandel panhematin panitumumab
        panobinostat panretin pantoprazoel pantoprazole pantothenate papaveretum papaverine paque parabuthus paracetamol
        paraffin parafon paragard paraldehyde parathyroid parche parcopa parecoxib paregoric paremyd paricalcitol
        paritaprevir parlodel parnate paroex paromomycin paroxetine paser pasireotide passion paste pataday patanase
        patanol patent patiromer paxil paxilcr pazopanib pearson pediaderm pediapred pediatric pefloxacin pegademase
        peganone pegaptanib pegaspargase pegasys pegfilgrastim peginterferon pegintron pegloticase pegol pegvisomant
        pegylated pembrolizumab pemetrexed penbutolol penciclovir penfluridol penicillamine penicillin penlac pennacaine
        pennkinetic pennsaid pentagastrin pentahydrochloride pentam pentamidine pentane pentasa pentastarch pentazocine
        pentetic pentobarbital pentolate pentosan pentostatin pentoxifylline pepcid peppermint peramivir perampanel
        perborate percent perchlorate percocet percodan perflutren perforomist pergolide perhexiline pericyazine peridex
        perindopril perio periochip periogard perjeta permanganate permethrin peroxide perphenazine perrigo persantine
        pertuzumab pertzye pethidine petrolatum pexeva pfizerpen pharmacy phenadoz phenazone phenazopyridine
        phendimetrazine phenelzine phenergan phenindione phenobarbital phenobartbital phenol phenolphthalein phenols
        phenothrin phenotrope phenoxybenzamine phenoxyethanol phenoxymethylpenicillin phenprocoumon phentermine
        phentolamine phenylacetate phenylalanine phenylbutazone phenylbutyrate phenylephrine phenylpropanolamine
        phenyltoloxamine phenytek phenytoin phisohex phocal pholcodine phoslo phoslyra phosphate phosphates phospholipid
        phospholipids photofrin phrenilin phthalate physostigmine phytomenadione phytonadione pibrentasvir picato
        picolinate picosulfate pidolate pilocarpine pimecrolimus pimozide pindolol pioglitazone
        pioglitazonehydrochloride piperacillin piperaquine piperazine pipobroman pipotiazine piracetam pirenzepine
        pirfenidone piribedil piroxicam pitavastatin pitocin pitolisant pitressin pivalate pivmecillinam pivoxil
        pixantrone pizotifen plamitate plant plaquenil plasma plastic platelet platinol plavix plegisol plegridy plendil
        plerixafor pletal plexion pliaglis podhaler podocon podofilox podophyllotoxin podophyllum polibar policosanol
        polidocanol polifeprosan polihexanide polisitrex polistirex pollen polocaine polycin polyethylene polygeline
        polymyxin polynoxylin polypeptide polysaccharide polysacchride polystyrene polysulfate polythiazide polytrim
        polyvalent polyvinyl pomalidomide pomalyst ponatinib ponstel poractant porcine porfimer posaconazole positive
        potash potasium potassium potatssium potiga potrassium povidone poxide pradaxa prairie pralatrexate pralidoxime
        pramcort pramipexole pramlintide pramocaine pramosone pramoxine pranactin prandimet prandin prascion prasterone
        prasugrel pravachol pravastain pravastatin prazepam praziquantel prazosin precedex precip precose prednicarbate
        prednisolone prednisone pregabalin premarin prempro prenate prenozide preparation prepidil prepopik preque
        prescription preservative pressair prevacid prevalite prevident prezista prialt priftin prilocaine prilosec
        primaquine primaxin primidone primlev primrose primsol prinivil prismasol pristinamycin pristiq proair proairhfa
        proamatine probenecid probutate procainamide procaine procarbazine procardia procentra prochieve
        prochlorperazine procort procrit procto proctocort proctocream proctofoam proctosol proctozone procyclidine
        procysbi prodrin proflavine progesterone proglycem prograf proguanil prohance prolensa proleukin prolia promacta
        promazine prometh promethazine promethazinehydrochloride promethegan prometrium propafenone propamidine
        propantheline proparacaine propecia propionate propiverine propofol propoven propoxyphene propranolol propylene
        propylthiouracil proquin proscar prostigmin prostin protamine protein proteinase proteolytic protionamide
        protirelin protonix protopam protopic protriptyline proventil provenza provera provigil provocholine proxamol
        proxetil proxymetacaine prozac prucalopride prudoxin prussian pseudoephedrine psorcon pudding pulmicort
        pulmozyme pumpspray purefe purelife purevit purified purinethol purity purixan pylera pyogenes pyrazinamide
        pyridium pyridostigmine pyridoxal pyridoxine pyrilamine pyrimethamine pyrogallol pyrophosphate pytest qinapril
        qnasl qroxin qsymia quadramet quadrapax qualaquin quality quazepam qudexy quelicin questran quetiapine
        quillivant quinagolide quinapril quinidine quinine quinupristin quixin rabeprazole rabies racecadotril
        racepinefrine radiogardase radium raloxifene raltegravir raltitrexed ramelteon ramipril ramucirumab ranelate
        ranexa ranibizumab ranitidine ranolazine rapaflo rapamune rapivab rasagiline rasburicase raspberry rasuvo
        ravicti raxibacumab rayos razadyne razoxane readi reaphirm rebetol rebidose rebif reboxetine reciphexamine
        reclast recombinant rectacort rectiv reducer refissa refrigerated regadenoson regimex reglan regonol regorafenib
        regranex relagesic releasing releevia relenza relistor relpax relyyks relyyt remeron remeronsoltab remeven
        remicade remifentanil remodulin renacidin renagel renova renovo renvela reopro repaglinide repara repository
        reprexain requip rescriptor rescula reserpine resin reslizumab resorcinol respimat respules restasis restoril
        retapamulin reteplase retigabine retin retinol retisert retrovir revatio revia reviparin revlimid revonto
        reyataz rezira rheumatrex rhinocort rhubarb ribapak ribasphere ribavirin ribociclib riboflavin riboflavine
        ridaura rifabutin rifadin rifamate rifampicin rifampin rifapentine rifater rifaximin rilmenidine rilonacept
        rilpivirine rilutek riluzole rimabotulinumtoxinb rimantadine rimexolone rimonabant rimso ringers riociguat
        riomet risedronate risperdal risperidone ritalin ritodrine ritonavir rituxan rituximab rivaroxaban rivastigmine
        rizatriptan robaxin robinul rocaltrol rocephin rocuronium rofecoxib roflumilast rolapitant romazicon romiplostim
        rootbeer ropinirole ropivacaine rosadan rosanil roseglo rosiglitazone rosuvastatin rotigotine rowasa roxicet
        roxicodone roxithromycin rozerem rubidium rubrum rucaparib ruconest rufinamide rupatadine ruscogenins
        ruxolitinib ryanodex rybix ryneze rytary rythmol ryzolt sabril saccharate saccharin sacrosidase sacubitril
        safflower safinamide salacyn salagen salbutamol salex salicylamide salicylate salicylic salmeterol salmon
        salsalate salvax samarium samsca sanctura sancuso sandimmune sandostatin santyl saphris sapropterin saquinavir
        sarafem sargramostim sarilumab savaysa savella saxagliptin saxenda scaled scandonest schizochytrium sclerosol
        scopalamine scopolamine scorpion scriptives scrub sebelipase secnidazole secobarbital seconal second secretin
        sectral secukinumab selegiline selenium selexipag selrx selzentry semaglutide semprex senna sennosides sense
        sensipar sensorcaine septocaine sequels serevent sermorelin seromycin serophene seroquel serrapeptase
        sertaconazole sertindole sertraline sesame sestamibi sevelamer sevoflurane sheer sheerdesenz sheerfluorx shield
        siberian sibutramine signifor silapap sildec sildenafil sildinafil silenor silica silicone silodosin siltuximab
        silvadene silver silvera simalcite simbrinza simcor simeprevir simeticone simoctocog simponi simulect
        simvastatin simvastin sincalide sinecatechins sinelee sinemet singles singulair sinografin sirolimus sirturo
        sitagliptin sitavig sitaxentan sivextro skelaxin sklice skyla slocaps smoothe smoothie snake sodium sodum
        sofosbuvir softgel softglo sojourn solaice solaraze soldium solifenacin soliris solodyn solostar soltamox
        soluble soluspan solutab solvate somatorelin somatropin somatuline sonata soolantra sorafenib sorbet sorbitol
        soriatane sorilux sorine sotalol sotradecol source sovaldi soybean species specific spectinomycin spectracef
        spider spinal spinosad spiramycin spirit spiriva spironolactone splash sporanox sprix sprycel squill stagesic
        stalevo standard stannous stanous stanozolol starch starlix stavudine stavzor staxyn stearate stearic stelara
        stendra sterculia sterile stibogluconate stimate stiripentol stivarga stonefish strain strattera strawberry
        streptococcus streptodornase streptokinase streptomyces streptomycin streptozocin striant stribild striverdi
        stromectol strontium styptstix subcarbonate subcitrate subgallate sublingual subnitrate suboxone subsalicylate
        subsulfate subsys succimer succinate succinylcholine sucraid sucralfate sucrase sucroferric sucrose sudogest
        sufate sufentanil suflate sugammadex sular sulbactam sulconazole sulfaccetamide sulfacetamide sulfacleanse
        sulfadazine sulfadiazene sulfadiazine sulfadoxine sulfaguanidine sulfamethoxazole sulfamethoxypyridazine
        sulfamylon sulfan sulfanilamide sulfapyridine sulfasalazine sulfate sulfateer sulfates sulfatrim sulfer sulfide
        sulfinpyrazone sulfisoxazole sulfonate sulfone sulfoxide sulfur sulfurated sulindac sulpiride sultiame sumadan
        sumatra sumatriptan sumavel sumaxin sunfader sunitinib sunscreen sunvanish superdent supplement supply supprelin
        suprane suprax suprenza suprep surfaxin surgical surmontil survanta susoctocog sustained sustenna sustiva sutent
        suvorexant suxamethonium switzerland sylvant symax symbicort symbyax symlinpen synagis synalar synalgos synarel
        synephrine synera synercid synribo synthetic synthroid synvexia syprine tabloid tacalcitol tachosil taclonex
        tacrolimus tadalafil tafamidis tafinlar tafluprost tagitol taliglucerase talimogene talwin tamiflu tamoxifen
        tamsulosin tandem tanna tannate tanzeum tapazole tapentadol taraxacum tarceva targretin tarka tartaric tartate
        tartrate tasigna tasimelteon tasmar tasonermin taurine taurolidine tavaborole taxotere tazarotene tazicef
        tazobactam tazorac taztia tecfidera technekow technelite technescan technetium tedizolid teduglutide teflaro
        tegafur tegretol teicoplanin tekamlo tekturna telaprevir telavancin telbivudine telithromycin telmisartan
        telotristat temazepam temocillin temodar temoporfin temovate temozolomide temsirolimus tencon tenecteplase tenex
        tenidone teniposide tenofovir tenoretic tenormin tenoxicam teoclate tepadina terazol terazosin terbinafine
        terbutaline terconazole terfenadine teriflunomide teriparatide terlipressin terpin terrell tessalon testim
        testolactone testosterone testred tetanus tetrabenazine tetracaine tetracosactide tetracycline tetradecyl
        tetrafluoroborate tetrahydrate tetrahydrozoline tetrakis tetrastarch tetravisc tetrofosmin teveten texacort
        tezacaftor thalidomide thalitone thallous thalomid theophylline thermazene theta thiamazole thiamine thioguanine
        thiola thiomalate thiopental thioridazine thiosulfate thiotepa thiothixene thonzonium thrombin thyme thymocyte
        thymoglobulin thymol thyrogen thyroid thyrolar thyrotropin tiabendazole tiagabine tiaprofenic tiazac tibolone
        ticagrelor ticarcillin ticlopidine tigan tigecycline tiger tikosyn tilactase tildrakizumab tiludronic timentin
        timolol timoptic tincture tindamax tindazole tinidazole tinzaparin tioconazole tioguanine tiopronin tiotropium
        tipiracil tipranavir tiratricol tirofiban tirosint tisopurine titanium tivicay tivorbex tivozanib tizanidine
        tobradex tobramycin tobrex tocilizumab tocofersolan tocopherol tofacitinib tofranil tolazamide tolazoline
        tolbutamide tolcapone tolfenamic tolmetin tolnaftate tolonium tolterodine tolvaptan topamax topex topical
        topicort topiramate toposar topotecan toprol toprolxl torasemide toremifene torsemide tosilate tosylate touch
        toviaz towerx toxin tozal trabectedin trace tracleer tract tradename tradjenta tragacanth tramadal tramadol
        tramazoline trametinib trandate trandolapril tranexamic transderm transmucosal tranxene tranylcypromine
        trastuzumab travatan travoprost trazodone treacle treanda treatment trecator trehalose trelstar treosulfan
        treprostinil tretin tretinoin trexall treximet trezix triacin triamcinolone triamterene triamterzide trianex
        triazolam tribenzor trichloroacetic trichophyton tricitrasol tricitrates triclabendazole triclofos triclosan
        tricon tricor triderm tridione trientine triesence trifenatate trifluoperazine trifluridine triflutate triglide
        triglycerides trihexyphenidyl trihydrate trileptal trilipix trilostane trilyte trimebutine trimetaphan
        trimetazidine trimethadione trimethobenzamide trimethoprim trimipramine trimo trimoxazole trinitrate trioleate
        triostat trioxide trioxin tripotassium triprolidine triptorelin trisalicylate trisenox trisilicate trisodium
        triumeq trizivir trofosfamide trokendi trometamol tromethamine tropicamide tropisetron trospium trulicity
        trusopt truvada trypan trypsin tryptophan tuberculin tudorza turbo turmer turoctocog turpentine tussicaps
        tussigon tussin tussionex twynsta tybost tygacil tykerb tylenol tyloxapol tyrosine tyrothricin tysabri tyvaso
        tyzeka tyzine ubidecarenone uceris ulesfia ulipristal uloric ultane ultiva ultracet ultram ultramicrosize
        ultrasal ultravate ultravist ultresa umeclidinium umecta unasyn undecanoate undecenoate undecenoic uniphyl
        uniretic unithiol unithroid units univasc unoprostone uracil uramaxin urapidil urecholine urinary urocit
        urofollitropin urokinase uroxatral ursodeoxycholic ursodiol ustekinumab utopic uvadex vaccine vagifem vaginal
        valaciclovir valacyclovir valchlor valcyte valdecoxib valerate valerian valganciclovir valine valium valproate
        valproic valrubicin valsartan valstar valtrex vancocin vancomycin vandazole vandetanib vanilla vaniqa vanos
        vanoxide vantas vantin vaprisol vardenafil varenicline varibar varicella vascepa vaseretic vasolex vasopressin
        vasostrict vasotec vazculep vecamyl vectibix vectical vecuronium vedolizumab vedotin velaglucerase velcade
        veletri velma velpatasvir velphoro veltin vemurafenib venelex venetoclax venlafaxine venofer venom ventavis
        ventolin ventolinhfa veramyst verapamil verdeso veregen verelan veripred versacloz versenate verteporfin vescent
        vesicare vexol vfend viagra viate vibativ vibra vibramycin vicodin vicoprofen victoza victrelis vidaza videx
        vigabatrin vigamox viibryd vilanterol vilazodone vildagliptin vimizim vimovo vimpat vinblastine vincasar
        vincristine vindesine vinflunine vinorelbine viokace violet viper viracept viramune virasal virazole viread
        viroptic virti virus viscous visionblue visipaque vismodegib vistaril vistide visudyne vitafol vitamin vitamins
        vitekta vitrase vituz vivacaine vivactil vivaglobin vivelle vivid vivotif vizamyl vogelxo voltaren volumen
        volumex voluven vorapaxar voraxaze voriconazole vorinostat vortioxetine vosol vospire votrient vpriv vumon
        vusion vytone vytorin vyvanse warfarin watermelon welchol wellbutrin westcort wheat wheatgerm widow willebrand
        winrho xalatan xalkori xanax xarelto xartemis xeljanz xeloda xenaderm xenazine xenical xeomin xerese xgeva
        xifaxan xigduo ximino xinafoate xipamide xodol xofigo xolair xolegel xolox xopenex xtandi xulane xylitol
        xylocaine xylometazoline xylon xyrem xyzal ydrocodone yellow yervoy yohimbine zafirlukast zalcitabine zaleplon
        zaltrap zanaflex zanamivir zanosar zantac zarontin zaroxolyn zavesca zazole zebeta zebutal zecuity zegerid
        zelapar zelboraf zemplar zemuron zenatane zencia zenpep zenzedi zerbaxa zerit zeruvia zestoretic zestril zetia
        zetonna zflex ziagen ziana ziconotide zidocapt zidovudine zileuton zinacef zinecard zingiber zioptan ziprasidone
        zipsor zirgan zithranol zithromax zocor zofenopril zofran zohydro zoladex zoledronic zolinza zolmiptriptan
        zolmitriptan zoloft zolpidem zolpimist zolvit zometa zomig zonalon zonatuss zonegran zonisamide zontivity zooby
        zopiclone zorcaine zortress zorvolex zosyn zotepine zotex zovirax zubsolv zuclopenthixol zuplenz zutripro zyban
        zyclara zydelig zydone zyflo zykadia zylet zyloprim zymaxid zypram zyprexa zytiga zyvox
        """.split(whereSeparator: \.isWhitespace))
}
