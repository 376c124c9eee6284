/// Recognises the name of a medicine at the beginning of directions: by the endings of international nonproprietary
/// names, and by a list of names that are common on labels. Any other word is shown to a person.
enum MedicineWords {
    static func isKnown(_ word: String) -> Bool {
        names.contains(word) || catalogue.contains(Substring(word))
            || endings.contains { word.hasSuffix($0) && word.count >= $0.count + 2 }
    }

    /// Endings that no other English words have.
    private static let endings = words(
        """
        cillin cycline floxacin mycin micin oxacin sulfa conazole nidazole prazole tidine setron triptan profen
        fenac oxicam coxib olol pril sartan dipine statin fibrate gliptin gliflozin glutide formin glitazone gliclazide
        thiazide semide actone azosin osin tadine rizine prednisone solone sone sonide olone caine barbital azepam
        azolam zodone oxetine pramine triptyline azepine gabalin gabatin racetam apine peridone piprazole vudine
        ciclovir cyclovir dilol talol bivolol ulosin azole azide clizine perazine sidone methasone xaban estradiol
        amphetamine oxacillin sterone cort dopa mustine afil triptan tropin navir tegravir buvir asvir mivir parin xaban gatran grel dronate phylline terol tropium
        lukast mab tinib limus purine trexate platin taxel rubicin thyroxine thyronine codone morphone codeine
        """)

    private static let names = Set(
        words(
            """
            acetaminophen paracetamol aspirin tylenol panadol advil motrin nurofen aleve naproxen ibuprofen codeine
            morphine tramadol fentanyl methadone buprenorphine naloxone naltrexone diclofenac warfarin coumadin heparin
            digoxin diltiazem verapamil amiodarone hydralazine minoxidil isosorbide nitroglycerin glyceryl clonidine
            lasix bumetanide chlorthalidone indapamide ezetimibe lipitor crestor zocor plavix eliquis xarelto
            insulin lantus levemir novolog humalog novorapid tresiba toujeo metformin glipizide glimepiride gliclazide
            januvia jardiance farxiga ozempic trulicity mounjaro wegovy synthroid levothyroxine carbimazole methimazole
            propylthiouracil prednisone prednisolone dexamethasone hydrocortisone amoxil augmentin keflex cephalexin
            cefalexin cefuroxime cefixime cefdinir ceftriaxone clindamycin nitrofurantoin trimethoprim bactrim septra
            vancomycin rifampicin rifampin isoniazid ethambutol pyrazinamide dapsone nystatin terbinafine oseltamivir
            tamiflu ivermectin albendazole mebendazole albuterol salbutamol ventolin proair symbicort advair flovent
            spiriva seretide montelukast singulair theophylline cetirizine zyrtec claritin allegra fexofenadine benadryl
            diphenhydramine chlorphenamine promethazine hydroxyzine sertraline citalopram escitalopram venlafaxine
            duloxetine mirtazapine bupropion trazodone lithium buspirone zoloft prozac lexapro wellbutrin cymbalta
            haloperidol clozapine xanax ativan valium klonopin zolpidem ambien zopiclone melatonin gabapentin neurontin
            pregabalin lyrica lamotrigine phenytoin valproate depakote carbamazepine tegretol topiramate primidone
            levodopa carbidopa sinemet ropinirole pramipexole donepezil memantine baclofen tizanidine cyclobenzaprine
            methocarbamol allopurinol colchicine febuxostat nexium prilosec omeprazole zantac pepcid metoclopramide
            domperidone ondansetron zofran loperamide imodium senna senokot lactulose bisacodyl docusate miralax
            macrogol movicol gaviscon mesalamine mesalazine sulfasalazine tamsulosin flomax finasteride oxybutynin
            tolterodine solifenacin sildenafil viagra tadalafil methotrexate azathioprine hydroxychloroquine
            mycophenolate tacrolimus ciclosporin cyclosporine tamoxifen letrozole anastrozole estradiol progesterone
            medroxyprogesterone levonorgestrel testosterone alendronate raloxifene vitamin vitamins folic acid folate
            iron ferrous calcium magnesium zinc potassium sodium multivitamin cholecalciferol colecalciferol
            ergocalciferol cyanocobalamin thiamine latanoprost timolol brimonidine dorzolamide spironolactone
            acyclovir aciclovir epinephrine adrenaline epipen glucagon botox fluticasone mometasone budesonide
            tiotropium ipratropium formoterol salmeterol amitriptyline nortriptyline modafinil adderall ritalin
            methylphenidate amphetamine lisdexamfetamine vyvanse strattera atomoxetine guanfacine omega fish oil
            inderal tenormin norvasc zestril prinivil diovan cozaar lopressor toprol coreg accupril vasotec altace benicar
            micardis hyzaar avapro celebrex mobic voltaren ultram percocet vicodin norco oxycontin paxil celexa effexor
            remeron seroquel zyprexa risperdal abilify geodon lamictal topamax dilantin keppra requip mirapex aricept
            namenda lunesta restoril glucophage amaryl glucotrol actos victoza byetta zetia vytorin tricor pravachol
            pradaxa brilinta lovenox prevacid protonix aciphex dexilant reglan bentyl colace dulcolax metamucil levoxyl
            cytomel premarin provera estrace evista fosamax boniva actonel medrol plaquenil imuran humira enbrel nasonex
            flonase nasacort pulmicort qvar combivent atrovent serevent dulera zithromax biaxin cipro levaquin avelox
            macrobid flagyl diflucan lamisil valtrex zovirax detrol vesicare myrbetriq proscar avodart cialis levitra
            xalatan lumigan travatan alphagan tenofovir emtricitabine abacavir amiloride triamterene carisoprodol
            meperidine pethidine quinine dutasteride chlordiazepoxide phentermine ephedrine pseudoephedrine
            phenylephrine guaifenesin dextromethorphan simethicone simeticone niacin pyridoxine riboflavin bacitracin
            tretinoin azelastine hyoscine glycopyrronium aliskiren ergotamine amphotericin norethindrone norethisterone
            ethinyl drospirenone clobetasol acarbose lacosamide zonisamide ethosuximide riluzole bromocriptine
            cabergoline desmopressin oxytocin aspart lispro glargine detemir degludec isophane regular human bicarbonate
            nicotine chloramphenicol fusidic mupirocin permethrin aluminium bismuth fluoride oxide salicylate
            trihydrate succinate tartrate hydrochloride sulfate sulphate phosphate maleate besylate besilate mesylate
            fumarate citrate gluconate carbonate chloride acetate propionate furoate bromide nitrate mononitrate
            dinitrate monohydrate bitartrate gluconate lactate medoxomil disoproxil alafenamide clavulanate
            clavulanic co
            calpol clexane zoladex zomorph adcal novomix cosmocol laxido depo provera fortisip fortijuice ensure
            dermovate emollient emollients cetraben diprobase zerobase epaderm hydromol doublebase aveeno dermol
            aqueous saline hyoscine butylbromide buscopan senokot gaviscon peptac acidex fybogel ispaghula movicol
            humalog kwikpen novorapid flexpen lantus solostar toujeo tresiba abasaglar insulatard humulin apidra fiasp
            kcl potassium ramipril clarithromycin risperidone depot zuclopenthixol flupentixol paliperidone aripiprazole
            hydroxocobalamin denosumab prolia goserelin leuprorelin triptorelin decapeptyl fragmin innohep dalteparin
            tinzaparin enoxaparin symbicort fostair trelegy trimbow relvar anoro seretide clenil qvar ventolin
            salamol bricanyl oxis spiriva braltus duaklir ultibro nexplanon evra cerazette microgynon rigevidon
            marvelon yasmin utrogestan vagifem ovestin estradot evorel oestrogel sandrena elleste femoston kliovance
            creon pancrease pentasa asacol octasa salofalk mezavant colpermin mebeverine alverine loratadine
            piriton piriteze beconase avamys dymista nasonex sterimar otomize otosporin sofradex gentisone canesten
            daktarin daktacort fucidin fucibet fucithalmic timodine trimovate eumovate betnovate elocon locoid
            hydrocort efudix solaraze aldara duac epiduo differin zineryt dalacin isotretinoin roaccutane oxytetracycline
            lymecycline tetralysal xalatan lumigan azarga cosopt azopt simbrinza ganfort viscotears hylo celluvisc
            carmellose hypromellose hyaluronate maxitram zydol tramacet butrans butec matrifen durogesic oxynorm
            longtec shortec oramorph sevredol mst solpadol kapake zapain cocodamol codydramol nurofen brufen voltarol
            thyroxine eltroxin carbamazepine epilim keppra lyrica tegretol depakine madopar stalevo zonegran
            azilect rasagiline selegiline mysoline forceval ketovite abidec dalivit sytron fersamal galfer ferrograd
            folbic cyanocobalamin pabrinex thiamin vitamin multivitamins fultium invita desunin strivit
            nicorette niquitin champix varenicline antabuse acamprosate campral methadone subutex espranor
            suboxone physeptone sando sandoz frusol furosemide bumetanide
            clopidogrel ticagrelor apixaban edoxaban lixiana warfarin dabigatran rivaroxaban
            """))

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
