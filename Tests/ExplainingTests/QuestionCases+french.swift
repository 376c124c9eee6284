extension QuestionCases {
    static let frenchEmergencies = lines(
        """
        J'ai pris trop de comprimés
        j ai pris trop de comprimes
        Jai pris trop de médicaments
        J'en ai pris trop
        j'en ai trop pris
        J'ai avalé trop de cachets
        Ma mère a pris trop de pilules
        Il a pris toute la boîte
        J'ai avalé la boîte entière
        J'ai tout pris d'un coup
        J'ai pris deux fois ma dose
        J'ai pris la dose deux fois
        J'ai pris le double par erreur
        J'ai doublé la dose sans faire exprès
        Par erreur j'ai pris deux comprimés
        j'ai pris 10 comprimés
        J'ai pris dix comprimés d'un coup
        j'ai avalé vingt cachets
        J'ai pris plus que prévu
        J'ai pris plus que ce qui est écrit
        J'ai pris deux comprimés au lieu d'un
        Surdose
        SURDOSAGE
        Que faire en cas de surdosage ?
        J'ai fait une overdose
        Je me suis trompé de médicament
        J'ai pris le mauvais médicament
        Je lui ai donné le mauvais médicament
        J'ai pris les médicaments de mon mari
        J'ai donné une double dose à ma fille
        Je me suis injecté trop d'insuline
        J'ai avalé les gouttes pour les yeux
        Mon enfant a avalé un comprimé
        Mon fils a mangé mes comprimés
        Ma fille a bu tout le sirop
        Le bébé a mis une pilule dans sa bouche
        Mon petit a trouvé la boîte et en a mangé
        Mon chien a mangé mes médicaments
        Le chat a léché la crème
        Un enfant de 2 ans a avalé des cachets
        Papi a pris les médicaments de mamie
        Empoisonnement
        il s'est empoisonné
        C'est du poison ?
        numéro du centre antipoison
        intoxication médicamenteuse
        Je n'arrive pas à respirer
        j'arrive pas à respirer
        J'arrive plus à respirer
        Je ne peux pas respirer
        je peux plus respirer
        Je respire mal
        J'ai du mal à respirer
        difficulté à respirer
        difficultés respiratoires
        Il ne respire plus
        elle respire pas
        Je manque d'air
        J'étouffe
        jetouffe
        Elle s'étouffe
        essoufflé depuis la prise
        J'ai le souffle coupé
        Ses lèvres sont bleues
        lèvres bleues
        il devient bleu
        Ma gorge gonfle
        Ma gorge se serre
        gorge gonflée
        Mon visage gonfle
        mon visage est gonflé
        visage enflé
        Gonflement du visage
        ma langue gonfle
        lèvres gonflées
        œdème de Quincke
        oedeme du visage
        Réaction allergique
        Je fais une réaction allergique
        choc anaphylactique
        Douleur à la poitrine
        Douleurs dans la poitrine
        J'ai mal à la poitrine
        mal a la poitrine
        douleur thoracique
        J'ai la poitrine qui serre
        oppression dans la poitrine
        Un poids sur la poitrine
        Crise cardiaque
        Je crois que je fais un infarctus
        Mon cœur bat trop vite
        mon coeur s'emballe
        palpitations
        Son cœur s'est arrêté
        arrêt cardiaque
        J'ai mal au bras gauche
        AVC
        C'est un AVC ?
        attaque cérébrale
        Sa bouche est de travers
        Un côté du visage tombe
        Je ne sens plus mon bras
        bras gauche engourdi
        côté droit paralysé
        Il n'arrive plus à parler
        Il est inconscient
        Elle est inconsciente
        Elle s'est évanouie
        Il a perdu connaissance
        perte de connaissance
        tombé dans les pommes
        il s'est effondré
        Il ne se réveille pas
        elle se réveille plus
        Je n'arrive pas à la réveiller
        Il ne réagit plus
        elle ne répond pas
        Il convulse
        convulsions
        crise d'épilepsie
        Elle a de la mousse à la bouche
        J'ai des hallucinations
        soudainement confus
        Je ne vois plus rien
        J'ai perdu la vue
        Je veux mourir
        j'ai envie de mourir
        je ne veux plus vivre
        J'ai envie d'en finir
        Je vais me tuer
        je veux me suicider
        suicide
        idées suicidaires
        je vais me faire du mal
        mettre fin à mes jours
        Combien de comprimés pour mourir
        dose mortelle
        Est-ce une dose létale ?
        Je vais mourir ?
        Je me scarifie
        Urticaire sur tout le corps
        Éruption sur tout le corps
        plaques rouges partout
        ma peau se décolle
        cloques dans la bouche
        Je saigne beaucoup
        ça n'arrête pas de saigner
        Le saignement ne s'arrête pas
        hémorragie
        Je vomis du sang
        il a vomi du sang
        crache du sang
        tousse du sang
        du sang dans les selles
        selles noires
        il est tombé sur la tête et prend un anticoagulant
        yeux jaunes
        hypoglycémie
        fièvre à 41
        40 de fièvre
        pire mal de tête de ma vie
        C'est une urgence
        urgence
        Appelez une ambulance
        Faut-il appeler le 15 ?
        appeler le SAMU
        Au secours
        Aidez-moi
        À l'aide
        J'ai besoin d'aide tout de suite
        je n'arrive pas à resspirer
        mal à la poitirne
        il est inconsient
        empoissonné
        overdose
        Je lis mon étiquette, et d'ailleurs j'ai mal à la poitrine depuis ce matin, combien de fois par jour ?
        Mon enfant a des chest pains
        """)

    static let frenchOrdinary = lines(
        """
        Quand dois-je prendre le comprimé ?
        Puis-je conduire ?
        Puis-je boire du lait avec ?
        Avec du pain ?
        Combien de fois par jour ?
        Combien de comprimés par jour ?
        Je dois en prendre un ou deux ?
        Avant ou après le repas ?
        À jeun ?
        Faut-il avaler le comprimé entier ?
        Peut-on couper le comprimé ?
        Peut-on ouvrir la gélule ?
        Pendant combien de temps ?
        Puis-je boire de l'alcool ?
        Avec du paracétamol ?
        À quoi sert ce médicament ?
        Que dit l'étiquette ?
        Que veut dire « si besoin » ?
        Comment le conserver ?
        Faut-il le mettre au frigo ?
        Jusqu'à quand est-il bon ?
        J'ai oublié un comprimé, que faire ?
        J'ai oublié de le prendre ce matin
        Que faire si j'oublie une dose ?
        Je suis enceinte, puis-je le prendre ?
        Puis-je le prendre si j'allaite ?
        Est-ce pour les enfants ?
        Mon enfant peut-il le prendre ?
        Puis-je en donner à mon chien ?
        Y a-t-il des effets secondaires ?
        Est-ce que ça fait dormir ?
        J'ai mal à la tête
        J'ai la nausée
        J'ai de la toux
        Je suis fatigué
        Quand est-ce que ça agit ?
        Est-ce un antibiotique ?
        Dois-je finir la boîte ?
        Puis-je arrêter le traitement ?
        Puis-je augmenter la dose ?
        La dose est-elle trop forte ?
        Le matin ou le soir ?
        Comment s'appelle ce médicament ?
        Quelle est la dose ?
        Combien de comprimés dans la boîte ?
        Est-ce renouvelable ?
        Comment appliquer la crème ?
        Combien de gouttes dans l'œil ?
        Dans quel œil ?
        Faut-il agiter le flacon ?
        Avec un verre d'eau ?
        Avec du jus d'orange ?
        Puis-je manger du pamplemousse ?
        Puis-je aller au soleil ?
        Puis-je faire du sport ?
        C'est pour la tension ?
        Est-ce bon contre la fièvre ?
        Quel est le principe actif ?
        Y a-t-il du lactose ?
        Qui l'a prescrit ?
        Bonjour, une question
        Merci
        Un le matin et deux le soir ?
        Entre les repas ?
        Combien d'heures entre deux prises ?
        Un comprimé suffit-il ?
        Est-ce grave si je le prends plus tard ?
        Peut-on l'écraser ?
        Le médecin m'a prescrit deux comprimés
        C'est pour fluidifier le sang ?
        La prise de sang est demain, dois-je le prendre avant ?
        Je me lave les mains avant ?
        Faut-il le prendre au coucher ?
        Puis-je prendre la voiture ?
        On peut le prendre avec du thé ?
        Je peux le donner au chat ?
        Il en reste dans le coin de la boîte ?
        Je le tiens dans la main ou sur une cuillère ?
        Est-ce un médicament sûr ?
        Combien en reste-t-il ?
        """)
}
