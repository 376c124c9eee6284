extension QuestionTriage {
    /// Thoughts of self-harm in French.
    static let frenchSelfHarm = PhrasePattern.all(
        """
        suicid*; =me|=se|=te =tuer|=tue|=pendre|=noyer|taillader|=supprimer|=flinguer|=buter; =veux|=veut|=vais|=va|
        envie|=voudrais|voulais|préfère|préférerais|souhaite … mourir|crever|disparaître|=mort|=morte; mourir … =veux|
        envie|=voudrais; =plus|=pas … =vivre|=exister; envie … =finir|=crever|mourir|disparaître; =en =finir; =plus …
        raison|goût|force|espoir|courage|sens … vivre|=vie; aucune|aucun raison|sens|espoir … vivre|=vie; mettre|mets|
        met … =fin … =jours|=vie|=mes|=ses; finir … =mes =jours; =fin =à =mes =jours; =me|=se|=te|=moi =faire|=fais|
        =fait … =mal & =vais|=veux|=veut|envie|=va|=voudrais|=peux|=pourrais; automutilation|automutiler|=automutile;
        auto mutil*; scarifi*; =coupe|couper|taillad* … veines|poignets|=bras; =me =coupe; ouvrir|ouvre|trancher …
        veines; =mortel|=mortelle|=mortels|=mortelles|létal*|=fatal|=fatale; combien & mourir|=tuer|=tue; mourir …
        =avec|=de … médicament*|comprimé*|cachets|ça|=cela; peut|peux|pourrait … mourir|=en =mourir; =serais|=seriez|
        =serait … =mieux =mort|=morte; =mieux =sans =moi; =mieux … =mort|=morte; =lettre d adieu; =adieu; adieux;
        dernière =lettre; tout arrêter|finir|=lâcher & =veux|envie|=vais|=voudrais; =ne … =plus … réveiller|réveil;
        dormir|endormir … toujours|jamais; jamais … réveiller; exprès & =pris|avalé|avaler|prise|médicaments;
        volontairement & =pris|avalé|surdose|ingéré|comprimés; sauter|saute|jeter|=jette … pont|fenêtre|train|toit|
        balcon|vide; =sous =un =train; =je =n =en =peux =plus; =j =en =peux =plus; =en =peux =plus; plus =la =force;
        personne … manquer*|regretter*|pleurer*; =plus … =être =là|=ici; étais =plus =là; =veux … =ça|=tout|=cela …
        arrête|cesse|finisse; taillé|taille|coupé|ouvert … veines|poignets; =vais|=veux|voudrais … =tous|=tout|=toutes …
        prendre|avaler; =vie … =vaut|=vaux … =peine|=rien; =vie … =plus … =sens; =à =quoi =bon =vivre; voix … =tuer|
        =frapper|=disent|=dire|ordonn*; désespéré|désespérée; avaler … =tous|=toute … =mourir|=finir; =tentative …
        suicide; =plus continuer $; =se =faire =du =mal; menace … suicide|=tuer|=mal; =ts $
        """, spelling: .french)

    /// Emergencies in French.
    static let frenchEmergencies =
        frenchOverdose + frenchPoison + frenchBreathing + frenchHeart + frenchMind + frenchBody

    private static let frenchOverdose = PhrasePattern.all(
        """
        surdose|surdosage|surdosages|surdosé; overdos*; sur dosage|dose; =trop|=trops & avalé|avalés|avaler|ingéré|
        injecté|injectée|inhalé|=bu|mangé|absorbé|consommé|administré|gobé|pulvérisé; =trop =pris|=prise|=donné|=mis;
        =en … =pris|=prise|=mis|=donné … =trop; =pris|=prise|=donné|=mis =trop $; =trop =de … comprimé*|cachets|pilules|
        gélules|médicament*|gouttes|doses|insuline|sirop|bouffées|cachet|paracétamol|somnifères; =trop … insuline;
        =tout|=tous|=toute|=toutes|entier|entière|entiers|complète|complet|moitié|=demi|=demie … boîte|plaquette|flacon|
        bouteille|tube|comprimé*|cachets|pilules|médicaments|gélules|stock|paquet & =pris|avalé|avalés|=bu|mangé|ingéré|
        vidé|gobé|=prise; boîte|plaquette|flacon|bouteille|tube … entier|entière|complète|complet & =pris|avalé|=bu|
        mangé|ingéré|gobé; =tout =pris|avalé|=bu|mangé|gobé; =tout … =d =un =coup; même =temps & =pris|avalé|=bu|mangé;
        =ai|=a|=as vidé … boîte|flacon|plaquette|bouteille; poignée|tas & avalé|=pris|gobé|mangé; viens|vient|venons …
        prendre|avaler … =deux|=trois|=quatre|=cinq|=six|=dix|coup|=trop|=tout|=tous|toute|double; =d =un =coup &
        prendre|=prends|prendrais; =pris|avalé & =puis & encore; =passe|arrive & =toute|=tous|=toutes|=trop|entière|
        double & =prend|=prends|avale|avales; médicament*|comprimé* … =autre personne; =d =un =coup & =pris|avalé|
        avaler|=bu|comprimés|cachets|médicaments; =seul =coup & =pris|avalé|avaler|=bu|comprimés|cachets|médicaments;
        deux|trois|quatre|cinq|six|plusieurs|2|3|4|5|6|8|10|15|20|30|40|50|dix|vingt|trente =fois & =pris|avalé|=prise|
        injecté|injectée|donné|=dose|doses|utilisé|inhalé|aspiré; =double|triple|doublé|doublée|triplé|quadruple &
        =pris|=prise|avalé|donné|injecté|erreur|=dose|doses|exprès|=mégarde|inadvertance; erreur|=mégarde|inadvertance|
        accident|accidentellement|involontairement|exprès|distraction|inattention & =pris|=prise|avalé|avalée|donné|
        injecté|=bu|mangé|ingéré|inhalé|doublé|deux|double|appliqué|reprise|repris; =trompé|=trompée|=trompés|=gouré|
        =gourée|confondu|inversé & médicament*|comprimé*|boîte|dose|cachet|flacon|gouttes|pilule|insuline|traitement|
        pilulier; mauvais|mauvaise|mauvaises|=faux … médicament*|comprimé*|cachet*|pilule|dose|boîte|insuline|flacon|
        gouttes|traitement|produit & =pris|=prise|avalé|donné|injecté|=bu|reçu; mauvais|mauvaise médicament*|comprimé|
        cachet|insuline|piqûre|injection; =pris|avalé|ingéré|gobé|=prends|=bu|injecté|=mis … =deux|=trois|=quatre|=cinq|
        =six|=sept|=huit|=neuf|=dix|=onze|=douze|quinze|vingt|trente|quarante|cinquante|soixante|=cent|dizaine|
        vingtaine|trentaine|plusieurs|poignée|2|3|4|5|6|7|8|9|10|11|12|14|15|16|18|20|24|25|28|30|40|50|60|80|90|100 …
        comprimé*|comprimés|cachets|pilules|gélules|doses|bouffées|gouttes|médicaments|pastilles|capsules|sachets|
        cuillères|patchs|somnifères|lieu|coup|dolipranes|doliprane|paracétamol|ibuprofène|ibuprofènes|advil|aspirine|
        efferalgan|xanax|lexomil|tramadol|lieu; =deux|=trois|=quatre|=cinq|=six|=dix|plusieurs|2|3|4|5|6|10|20 …
        comprimé*|cachets|pilules|gélules|doses|patchs & =pris|=prise|prises|avalé|avalés|ingéré|gobé & =ai|=as|=a|=ont|
        =avons|=avez|avait|avais; =en … =pris|avalé|gobé … =deux|=trois|=quatre|=cinq|=six|=sept|=huit|=dix|vingt|2|3|4|
        5|6|7|8|10|12|15|20|30; =plus|davantage =que|=qu & =pris|=prise|avalé|donné|=bu|injecté|ingéré; =plus =de …
        =que|=qu … prévu|prescrit|prescrite|écrit|indiqué|marqué|fallait|devais|autorisé|conseillé|recommandé|=ce &
        =pris|=prise|avalé|donné|=bu|injecté|ingéré; dépassé|dépasser|dépassée … dose; =au =lieu & =pris|avalé|injecté;
        =pris|=prise|avalé|donné … =de|=en =trop; =de|=en =trop $; =en =ai|=a|=as =trop pris|avalé|mangé|bu; =encore
        =une|=un & =pris|avalé|repris; =repris|reprise & =déjà|oublié|dose|comprimé; =déjà =pris & repris|encore|
        deuxième|fois; mélangé … =les|=mes|=deux|=ses … médicaments|comprimés|boîtes|pilules|cachets; =trop =tôt|
        rapproch*|vite & =pris|=prise|prises|donné; =pris|avalé|mangé|=bu … médicament*|comprimé*|traitement|pilule|
        cachets … =de|=à|=du|=d =mon|=ma|=son|=sa|=voisin|=mamie|=papi|=maman|=papa|=un|=une|=quelqu|=autre|=leur;
        =pris|avalé =ceux|celui|celles … =mon|=ma|=mari|=femme|=voisin|=mère|=père; dose excessive; excès … médicament*|
        insuline; insuline … =deux =fois|double|=trop|erreur; =deux =fois … insuline; =double … insuline; =me =suis
        =injecté|piqué & =deux|=double|=trop|erreur; compté|compte … perdu|=plus & comprimé*|pris|gouttes
        """, spelling: .french)

    private static let frenchPoison = PhrasePattern.all(
        """
        empoison*|empoisson*; poison|poisons; antipoison*; anti poison*; contrepoison; antidote; intoxi*; toxique*;
        venin; =mort =aux =rats; =enfant|enfants|=bébé|nourrisson|=fils|=fille|=petit|=petite|gamin|gamine|garçon|
        fillette|=neveu|nièce|frère|=soeur|=ans|=chien|chienne|chiot|=chat|chatte|chaton|lapin|animal|=papi|=mamie|
        =papa|=maman|=père|=mère|=grand|=mari|=femme|=ami|=amie|copain|copine|=conjoint & =avalé|=avalés|=avalée|ingéré|
        ingurgité|gobé|=englouti; =enfant|enfants|=bébé|nourrisson|=fils|=fille|=petit|=petite|gamin|gamine|garçon|
        fillette|=neveu|nièce|frère|=soeur|=ans|=chien|chienne|chiot|=chat|chatte|chaton|lapin|=papi|=mamie & =pris|
        =prise|mangé|=bu|léché|lèche|mâché|croqué|sucé|trouvé|ouvert|touché|attrapé|=vidé|=mis|dévoré|=eu|vide|goûté|
        =lécher & comprimé*|médicament*|cachet*|pilule*|gélule*|sirop|crème|pommade|gouttes|boîte|flacon|patch|pilulier|
        tube|plaquette|suppositoire|traitement|pastille|paracétamol|doliprane; =enfant|=bébé|=fils|=fille|=petit|
        =petite|=chien|=chat & comprimé*|cachet*|pilule*|gélule|pile|patch|médicament* & bouche|gueule; =mari|=femme|
        =papa|=maman|=père|=mère|=papi|=mamie|=ami|=amie|=voisin|voisine … =pris|avalé|mangé|=bu … =mes|=mon|=mauvais|
        mauvaise|=mamie|=papi|=toute|=tous; gouttes|collyre|crème|pommade|gel|lotion|patch|suppositoire|pile|javel|
        désinfectant|lessive|détergent|dissolvant|ménager|nettoyant|vaisselle|débouchoir & avalé|avalée|=bu|mangé|
        ingéré|=prise|bouche; léché|mâché|sucé … crème|pommade|patch|comprimé|tube; sirop|flacon|bouteille & =tout|
        =toute|entier|entière|moitié|complet & =bu|avalé; =mis … comprimé|cachet|pilule|médicament … bouche; manque|
        manquent|disparu … comprimés|cachets|médicaments|pilules & enfant|bébé|fils|fille|chien|chat|petit; =a|=ai|=as|
        =ont =avaler & =enfant|=bébé|=fils|=fille|=petit|=petite|=chien|=chat|=il|=elle|comprimé*|cachet*|pile; glue|
        =colle|acide|javel|verrues … =oeil|=yeux
        """, spelling: .french)

    private static let frenchBreathing = PhrasePattern.all(
        """
        =pas|=plus|=mal|peine|difficile*|difficilement|difficult*|galère … respir*|resspir*|=air|souffle|inspirer;
        =respire|respir* … lentement|=pas|=plus|=mal|difficile*|difficilement|bizarre*|bruyamment|=vite|=peine|sifflant;
        difficult*|gêne|problème|problèmes|trouble|troubles … respir*|souffle; =mal =à =respirer; respirer … =mal|
        difficile|dur; dur … respirer; détresse respiratoire; insuffisance respiratoire; arrêt respiratoire; manque|
        manquer|manquait … =air|oxygène|souffle; =air … manque; =pas =assez =d =air; cherche|cherchent|chercher … =air|
        souffle; étouff*|étoufe*; essouffl*|essoufl*; essoufflement; souffle =coupé|court|manque|perdu; =coupe|coupé|
        plus|perdu|reprendre … souffle; suffoqu*|sufoqu*; asphyxi*; hyperventil*; siffl* … respir*; halète|halètement;
        sifflement* … respir*|poitrine; crise|attaque … asthme; =crise =d =asthme; dyspnée; lèvre|lèvres|visage|doigts|
        ongles|langue|=peau|bouche … =bleu|=bleue|=bleus|=bleues|bleuté|bleutées|violet|violettes|violet*|bleuissent;
        bleu|bleue|bleues|bleus|violettes lèvres|visage|doigts; devient|devenu|devenue|deviennent|vire|tourne … =bleu|
        =bleue|=bleus|=bleues|violet|violette; =tout|=toute bleu|bleue; gonfl*|enfl*|gonflement|enflure|boursoufl*|
        tuméfi*|bouffi*|épaiss*|grossi* & visage|figure|gorge|langue|lèvre|lèvres|paupière|paupières|bouche|=cou|yeux|
        =oeil|tête|face|larynx|trachée; gorge & serre|serrée|serrer|ferme|fermée|fermer|bloquée|bloque|nouée|étrangle|
        étranglée|rétréci*|comprimée|obstru*; boule … gorge; oedème|oedem*; =quincke|quincke; visage|langue|lèvre|
        lèvres|gorge|paupière* … doublé|énorme|énormes; réaction|réactions … allergique*|allergike|anaphyla*;
        allergique|allergike … réaction|grave|sévère; allergie grave|sévère|forte|violente; choc … allergique|anaphyla*;
        anaphyla*|anafila*; =epipen|=anapen|=jext; adrénaline =stylo|auto; =état =de =choc; =en =état =de =choc;
        =arrive|peux|peut|arrive … =plus|=pas … avaler =ma|=sa|=rien|=salive; =plus … avaler
        """, spelling: .french)

    private static let frenchHeart = PhrasePattern.all(
        """
        poitrine|thorax|thoracique*|torse|poitirne|poitrin & douleur*|=mal|serre|serré|serrée|serrement|oppress*|=poids|
        pression|pèse|brûl*|étau|pique|pincement|écras*|lancement|élancement*|point|compress*|éléphant|brique|pierre|
        gêne|coup|poignard*|souffre; oppress* … poitrine|thorax; oppression; douleur*|souffre|=mal … coeur|sternum|
        mâchoire; =crise =cardiaque; crise|arrêt|attaque|malaise … cardiaque|coeur; crises cardiaques; infarct*; coeur|
        palpit* & =trop|=vite|emballe|accélère|cogne|arrêté|arrête|rapide|irrégulier|=fort|lâche|saute|rate|ratés|
        vitesse|explose|tachycardie|fou|course|chamade|bizarre|serre|pique; palpit*; tachycard*; pouls … 30|35|140|150|
        160|170|180|190|200|210|220; pouls & rapide|=vite|faible|=pas|=plus|irrégulier|élevé|haut|=sens|emballe; =mal|
        douleur*|fourmillement*|engourdi* … =bras =gauche; =bras =gauche … =mal|douleur*|engourdi*|lourd|fourmill*|
        paraly*|=sens; =avc; attaque|accident|hémorragie … cérébral*|cerveau; =attaque; =congestion cérébrale; visage|
        bouche|figure|paupière & =travers|tombe|tombant|tombante|affaissé*|asymétrique|déformé*|tordu*|paraly*|déviée;
        =bouche =de =travers; paraly*; hémiplé*; engourdi* & =bras|jambe|visage|côté|=main|=jambes|=corps; =bras|jambe|
        jambes|côté|visage|=main|moitié|corps & =sens|=sent|bouge|bouger|bougent|sensibilité|répond|lever|=plus & =plus|
        =pas|=ne & =sens|=sent|bouge|bouger|bougent|sensibilité|répond|lever; =perdu … sensibilité|=usage; =plus|=pas …
        parler|articuler; trouve … =mots; parle … bizarre*|=mal|bizarrement|confus*|=plus|difficilement|incohérent*;
        difficult* … parler|élocution; troubles … parole|élocution|langage; perdu … parole; bafouille|bredouille …
        soudain|coup|depuis; faiblesse … =bras|jambe|côté; côté|=bras|jambe … faible|=mou|=molle|inerte|=lourd
        """, spelling: .french)

    private static let frenchMind = PhrasePattern.all(
        """
        inconscien*|inconsien*; perd*|perte|perdu|perdue|perdre|reprend … connaissance|conscience; =sans =connaissance;
        évanoui*|évanou*; syncope*; =dans =les =pommes; effondré*|effondr*; malaise & =grave|=gros|=tombé|=tombée|fait|
        =fais|vagal|=chute|vient; =écroulé|=écroulée; =tombé|=tombée … =par =terre|=sol|=parterre|inanimé*; =tombe …
        =sol; inanimé*|inerte; =réveille|réveil* … =pas|=plus|arrive; =pas|=plus|arrive|impossible … réveiller|réveille;
        =réagit|=réagis|=répond|=réponds|=bouge|=bougent … =pas|=plus & =il|=elle|=bébé|=enfant|=fils|=fille|=mari|
        =femme|=père|=mère|=maman|=papa|=papi|=mamie|=chien|=chat|=ami|=amie|=voisin|=on|=ne; =réagit|=répond =plus|
        =pas; aucune réaction; =pas|=plus|peine conscient*; convuls*|convulcion*; crise … convulsi*|épilepsie|
        épileptique; =fait|=fais|=faisait|=faire|=refait … =crise; =crise après; =spasmes … =tout|incontrôl*|=corps;
        tremble … =tout|=partout|=corps|incontrôl*; tremblements incontrôl*; secousses; =mousse|écume|bave … bouche|
        lèvres; =bouche … =mousse|écume; hallucin*|halucin*; entend|entends|entendre … voix; =voix … entend|entends;
        =vois|=voit … choses|=gens … =pas|existe*|=là; délir*; confus|confuse|confusion|désorient*|incohérent* &
        soudain*|coup|=très|totalement|complètement|=brutalement|brusquement|=ne|=elle|=il; désorienté*; =ne =sait …
        =plus … =où|=qui; léthargi*|=apathique|amorphe; =très|anormalement somnolent*; =vois|=voit|voir … =plus|=pas …
        =rien|=clair; =vois|=voit =plus|=rien|=double|=flou|=trouble|=noir; perdu|perte|perds … =vue|vision; vision …
        double|trouble|floue|perdue; =devenu|devenue|soudain*|coup|brutalement … aveugle|sourd; aveugle; =vue … =baisse|
        perdue|disparu|brouille; =noir … =yeux; =vois|=voit … =noir; devenu =noir; trou =noir; =meurt|=mourir|=mourant|
        =mourante; =meurs $; =meurs … =vite|aidez|=aide|secours; =va|=vais|train … mourir|=crever; =est|=suis =mort|
        =morte; =coma; =mou|=molle|=flasque … =bébé|=enfant; =bébé|=enfant … =mou|=molle|=flasque|inerte; =yeux …
        révulsé*|révulsent|=blanc|=blancs
        """, spelling: .french)

    private static let frenchBody = PhrasePattern.all(
        """
        éruption|éruptions|boutons|plaques|rougeurs|rougeur|démangeaison* & =partout|corps|=étend|=étendent|répand|
        =grave|sévère|=fièvre|=cloques|violet*|soudain*|généralisé*; =taches … violet*|=rouges|=peau|=partout|=étendent;
        =partout … boutons|plaques|rouge*; urticaire; =cloque|=cloques; =ampoules … =bouche|=partout|=corps|=lèvres;
        =peau … =pèle|pèle|décolle|arrache|=part|=va|lambeaux|brûle|tombe; saign*|seign*|segne & beaucoup|=arrête|
        arrêter|=pas|abondamment|énormément|=trop|abondant|=gros|partout|=fort|=très|gencives|stopper|=plus|=flots;
        =perd|=perds|perdu … beaucoup … =sang; hémorrag*|émorrag*|hemorag*; saigne|saignement*|saigné & anticoagulant*|
        fluidifiant*|heure|heures; vomi|vomis|vomit|vomir|vomissement*|vomissant|vomie|crache|craché|cracher|=crachat*|
        tousse|toussé|tousser|urine|=pisse|rend … =sang; =sang & toilettes|=wc; =vomi|=vomis|=vomit|=vomir|vomissement*|
        =crache|=tousse & =sang; =sang … selle|selles|urine|urines|crachat*|vomi|vomissement*|=pipi|=caca|toilettes|
        bouche|nez|oreille|oreilles; selle|selles|=caca … noir|noire|noires|sang|sanglant*|goudron; melaena|méléna;
        hématémèse; marc =de =café; =tombé|=tombée|chute & =tête|crâne; coup|choc|cogné|frappé … =tête|crâne; =tête …
        cogné|frappé|ouverte|=choc; traumatisme crânien; commotion; pire|=forte|=fort|=fortes|=violent|=horrible|
        insupportable|atroce|intense|terrible|brutal*|soudain|soudaine|violente|violentes … =mal =de|=au|=à|=aux =tête|
        =la|=ventre|=dos|=reins; pire|insupportable|atroce|intense|terrible|brutal*|soudain|soudaine|violent|violente|
        violentes|horrible … migraine|douleur*|céphalée*; =mal =de =tête … atroce|insupportable|horrible|=vie|terrible|
        brutal|soudain|violent|foudroyant; douleur*|=mal … insupportable*|atroce*|intolérable*|horrible*|terrible*|
        extrême*|foudroyante; =très =mal =au|=partout; =fièvre|temperature|température … 40|41|42|convuls*|raide;
        =fièvre … =très =haute|=forte|élevée; 40|41|42 … =fièvre|température|=degrés; nuque|=cou … raide|raideur;
        raideur|raide … nuque|=cou; méningit*; septic*|=sepsis|septicémi*; hypoglyc*|ypoglyc*; =hypo; glycémie|=sucre …
        =18|=19|=20|=21|=22|=23|=24|=25|=26|=27|=28|=29|=30|=31|=32|=33|=34|=35|=36|=37|=38|=39|=40|=41|=42|=43|=44|=45|
        =46|=47|=48|=49|=50|=51|=52|=53|=54|=55|=400|=450|=500|=600|=0|=basse|=bas|=trop|tombe|tombée|=chute|tremble*|
        chuté|=très; =coma diabétique; jaunes … =yeux; =yeux|=peau … =jaune|=jaunes|jauni*; jaunisse; ictère; urgence*|
        urgense; ambulance*|embulance; =samu; =smur; pompiers; =au =secours|=secour; ^secours; appel*|besoin|vite …
        secours; secouriste*; =sos; appel*|téléphon*|=faire|compos* … =15|=18|=112|=911|=144|=117|=118|=114|=999; =112|
        =911|=999; =aidez =moi|=nous|=le|=la|=lui; =aide =moi|=nous; aider … =vite; =à =l =aide; =a l aide; besoin …
        =aide … =vite|=suite|=urgent|immédiat*|=maintenant|=urgence|urgemment|=absolument; =aide … =vite|=suite|
        immédiat*; =vite … =aide|médecin|docteur; danger =de =mort; =vie … =en =danger; pronostic =vital; arrête … =pas
        … =vomir; =pas|=plus … arrêter … =vomir; vomi|vomis|vomit|vomir|vomissements … =arrêt|=cesse|arrête*|
        incoercible*|continu; =vomi|=vomis|=vomit|=vomir … =tout =le =temps; =arrive … =pas … =arrêter … =vomir;
        syndrome sérotoninergique; détresse; collapsus; =déshydraté* … bébé|enfant; perdre =les =eaux
        """, spelling: .french)
}
