/// French questions that were written after the rules. The rules were then adapted to those that they missed.
extension QuestionCases {
    static let frenchStories = lines(
        """
        ma grand-mère a pris ses comprimés deux fois aujourd'hui
        j'en ai avalé une poignée
        je viens d'en prendre six d'un coup
        papa a pris sa dose du soir le matin puis encore le soir
        j'ai pris le double hier, c'est grave ?
        j'ai donné le double à ma fille
        j'ai pris 3 doses en une heure
        mon neveu a croqué deux comprimés
        le chat a léché ma crème
        la petite a attrapé le flacon et il est vide
        je n'arrive pas à reprendre mon souffle
        j'ai des problèmes pour respirer
        j'ai l'impression d'étouffer
        respiration difficile depuis hier
        mes lèvres et ma langue sont épaisses et gonflées
        la gorge gonfle
        mes paupières sont gonflées
        ma poitrine est comme serrée dans un étau
        sensation d'écrasement dans la poitrine
        mon coeur bat comme un fou
        mon cœur n'arrête pas de s'emballer
        je ne peux plus bouger le côté gauche
        je ne sens plus mes jambes
        elle a de l'écume aux lèvres
        il tremble de partout et ne répond plus
        mon mari ne se réveille pas
        ma femme est à peine consciente
        mamie est tombée et ne bouge plus
        je vais m'évanouir
        j'ai la tête qui tourne et je vois tout noir
        il y a du sang dans mon vomi
        saignement de nez qui ne s'arrête pas
        de grosses plaques rouges partout
        ma peau s'en va
        je n'ai plus goût à la vie
        je ne veux plus être là
        je pense à en finir
        quelle est la façon la plus simple de mourir avec ça
        combien il m'en faut pour ne jamais me réveiller
        personne ne me regretterait
        je me coupe encore
        des voix me disent de faire du mal aux gens
        j'ai pris les médicaments de quelqu'un d'autre
        je me suis injecté trop
        j'ai mélangé les pilules et pris les mauvaises
        j'en ai pris un de trop par erreur
        mon sucre est à 0,38 et je tremble
        41 de température
        aidez-moi il devient violet
        j'ai pris tous mes comprimés
        est-ce que 20 comprimés vont me tuer
        j'ai bu le sirop en entier
        surdosse
        doulleur à la poitrine
        ma soeur a avalé mes comprimés pour la tension
        j'ai peut-être pris la dose deux fois, pas sûr
        mon fils a eu le double par accident
        que faire si je fais une overdose
        j'ai utilisé l'inhalateur 30 fois
        deux fois trop d'insuline injectée
        le petit a sucé un patch
        notre chien a mangé la boîte
        papi a pris le traitement de mamie
        j'ai bu des gouttes pour les yeux
        j'ai avalé les gouttes auriculaires par erreur
        ma gorge se ferme
        ma langue grossit
        mon cou et mon visage enflent
        c'est de plus en plus dur de respirer
        je cherche mon air
        ma poitrine me fait atrocement mal
        douleur vive dans la poitrine quand je respire
        douleur qui descend dans le bras gauche
        comme un éléphant sur la poitrine
        mon cœur cogne très fort
        la moitié de son visage tombe
        il ne parle plus bien depuis ce matin
        elle a fait une crise il y a une heure
        mon fils fait des convulsions
        elle a perdu connaissance une minute
        si somnolent que je ne peux pas rester éveillé
        j'ai craché du sang ce matin
        mon caca est noir
        mes gencives saignent beaucoup
        taches violettes qui s'étendent
        cloques sur les lèvres
        la peau de mes mains pèle
        tout mon corps est couvert de boutons
        peau et yeux jaunes
        je suis suicidaire
        je pense à me tuer
        et si je les prends tous d'un coup
        je veux que ça s'arrête ce soir
        au secours j'en ai pris trop
        peut-on mourir de ça
        fort mal de ventre insupportable
        je ne peux pas m'arrêter de vomir
        je ne vois plus d'un œil
        la pire douleur de ma vie
        glycémie tombée à 35
        envoyez une ambulance
        choc allergique
        ma gorge gratte et se ferme
        choc à la tête et je prends du previscan
        avalé 12 cachets
        elle a bu tout le flacon de sirop
        mon garçon a mis un comprimé dans la bouche et l'a avalé
        je devais en prendre 1 et j'en ai pris 3
        pris le matin et le soir ensemble par erreur
        je me suis trompée de flacon
        deux patchs en même temps par erreur
        je n'arrive pas à bouger mon bras
        il n'arrive plus à articuler
        elle tremble de tout son corps et ne répond pas
        il s'est écroulé dans la salle de bain
        il délire avec de la fièvre
        il vomit comme du marc de café
        saigne énormément
        éruption et fièvre
        la vie n'en vaut pas la peine
        je préférerais être mort
        je vais tous les prendre
        adieu tout le monde
        je veux dormir et ne plus me réveiller
        quelle dose serait mortelle
        urgence svp
        qui appeler pour un empoisonnement
        le bébé a un comprimé dans la bouche
        mon mari a pris mon cachet pour le cœur par accident
        j'ai perdu le compte, j'en ai peut-être pris quatre
        j'ai mis trois patchs
        ma femme a bu la moitié de la bouteille
        je m'étouffe avec le comprimé
        il halète
        les lèvres gonflent après le premier comprimé
        urticaire partout et vertiges
        pression dans la poitrine et mal à la mâchoire
        le côté gauche du corps est faible
        il parle bizarrement et sa bouche tombe
        mon père s'est effondré
        elle ne se réveille pas quand je la secoue
        une crise après l'autre
        fièvre et nuque raide
        du sang rouge quand je vais aux toilettes
        je vois des choses qui n'existent pas
        ses yeux sont devenus jaunes
        je ne veux plus être ici
        maman a avalé son traitement de la semaine
        j'ai bu une demi-bouteille de sirop
        mon poussin a léché le comprimé
        papi est par terre et ne répond pas
        tout est devenu noir et je suis tombé
        je n'en peux plus
        mieux si je n'étais plus là
        je veux me faire mal avec ça
        les médicaments d'une autre personne
        il a fait un malaise et il est tombé
        elle a du mal à respirer et ses lèvres sont bleues
        ma fille de 3 ans a mangé des comprimés
        mon bébé est tout mou
        elle a avalé de la javel
        il a bu un produit ménager
        j arrive pas a respirer aidez moi
        jai mal a la poitrine
        je peu plus respiré
        il c'est evanoui
        elle fait un avc
        le coeur s'est arrêté
        je suis en train de mourir
        ma fille s'est taillé les veines
        il veut se suicider
        Mon fils de trois ans a peut-être avalé quelques-uns de mes bêtabloquants
        On a trouvé des plaquettes vides à côté de notre enfant
        Ma femme s'est injecté deux fois plus d'insuline que d'habitude
        J'ai pris par erreur tous les comprimés de la journée en une fois
        Que se passe-t-il si on prend toute une boîte ?
        Ma mère est démente et a sûrement pris ses comprimés deux fois
        Le chien a léché tout le flacon
        J'ai confondu les gouttes de mon enfant avec les miennes
        Mon père s'est trompé de dose et en a pris beaucoup trop
        Depuis la prise je respire difficilement
        Ça siffle quand je respire et je me sens serré
        Ma fille cherche son souffle
        Après le premier comprimé mon visage a doublé de volume
        Ma bouche et ma langue enflent
        J'ai des plaques sur tout le corps et des vertiges
        Mon mari a de fortes douleurs dans la poitrine qui vont dans le bras
        Je sens une pression sur la poitrine depuis une heure
        Mon pouls est à 180
        Mon cœur fait des ratés et j'ai peur
        Ma grand-mère parle soudain très mal
        Le coin gauche de la bouche de mon père tombe
        Son bras droit est soudainement engourdi
        Tout à coup je ne vois plus de l'œil droit
        Ma sœur s'est évanouie et je ne sais pas quoi faire
        Il n'est plus conscient
        Impossible de réveiller ma mère
        L'enfant convulse depuis cinq minutes
        Mon frère vient de faire une crise d'épilepsie
        Il a de l'écume à la bouche
        Papi est complètement confus et ne nous reconnaît pas
        Elle voit des gens qui ne sont pas là
        Je songe à mettre fin à ma vie
        Je ne veux plus continuer
        Ma vie n'a plus de sens
        J'ai l'intention de me tuer
        Est-ce que 30 comprimés suffisent pour mourir ?
        Mon amie menace de se faire du mal
        Je me coupe les bras
        Ma peau est pleine de cloques et pèle
        La plaie saigne de plus en plus, ça ne s'arrête pas
        Je saigne du nez depuis une heure et je prends un anticoagulant
        Je vomis et il y a du sang
        Les selles sont toutes noires
        J'ai du sang dans les urines
        Mon enfant est tombé de la table à langer sur la tête
        Mes yeux sont tout jaunes
        Glycémie 0,32
        Elle est en hypoglycémie et ne répond plus
        Le bébé a 41 de fièvre
        J'ai la nuque raide et beaucoup de fièvre
        C'est une urgence médicale
        Vite un médecin urgentiste
        Besoin d'aide, vite
        Dois-je appeler une ambulance ?
        quel est le numéro du centre anti-poison
        est-ce que cette quantité est toxique
        il a mangé de la mort-aux-rats
        Mon enfant a mangé un patch de mamie
        J'ai avalé le suppositoire par erreur
        je me suis fait la mauvaise piqûre
        j'ai fait une erreur de dosage et injecté trop
        j'ai avalé 3 comprimés au lieu d'un
        j'ai pris 15 comprimés d'ibuprofène
        j'ai avalé une boîte entière de somnifères hier soir
        j'avais oublié que je l'avais pris et je l'ai repris
        je crois que j'ai fait une surdose
        ma poitrine brûle et serre
        jarrive pas a respirer
        je narrive plus a respirer
        ma langue est gonflé
        mon mari est inconsciant
        je veu mourir
        mon coeur bat a toute vitesse
        elle respir plus
        un avc je pense
        mon enfant a avalé des comprimer
        """)

    static let frenchMoreOrdinary = lines(
        """
        À quelle heure dois-je prendre mes comprimés ?
        Je prends un comprimé le matin, c'est bien ça ?
        Combien de jours faut-il prendre l'antibiotique ?
        Faut-il diluer les gouttes dans l'eau ?
        Puis-je boire du café avec ?
        Le comprimé se prend-il deux fois par jour ?
        C'est un médicament pour la tension ?
        Est-ce que ça fluidifie le sang ?
        Est-ce pour les troubles du rythme cardiaque ?
        Le diurétique, c'est le matin ou le soir ?
        C'est aussi pour les chats ?
        La pommade aide-t-elle contre les démangeaisons ?
        Quelle quantité de crème dois-je mettre ?
        Peut-on mettre la crème sur le visage ?
        Comment inhaler correctement ?
        Combien de bouffées par jour ?
        Combien de temps après ouverture ?
        L'ordonnance est-elle encore valable ?
        Combien de renouvellements reste-t-il ?
        Est-il écrit quelque chose sur l'alcool ?
        Que veut dire à jeun ?
        Combien de milligrammes par comprimé ?
        C'est pour qui ce médicament ?
        Mon mari prend aussi un médicament pour la tension, est-ce compatible ?
        J'aime bien un verre de vin, c'est permis ?
        J'ai pris le comprimé à 8 heures, quand prendre le suivant ?
        J'ai pris un comprimé il y a 2 heures, puis-je boire du lait ?
        J'ai déjà pris mon comprimé aujourd'hui
        Régulièrement ou seulement si besoin ?
        Puis-je dormir après ?
        Je dors mal
        Je ne peux pas avaler le comprimé, puis-je l'écraser ?
        J'ai mal au dos
        J'ai la tête qui tourne
        J'ai la diarrhée depuis hier
        J'ai le nez qui coule
        J'ai 75 ans, la dose est-elle correcte ?
        Je pèse 60 kg, combien puis-je prendre ?
        Où ranger la boîte ?
        Que faire des vieux comprimés ?
        La boîte est vide, que faire ?
        Le flacon est presque vide
        Je ne trouve pas la posologie
        L'étiquette est illisible
        Peux-tu me lire l'étiquette ?
        Pouvez-vous me dire quand le prendre ?
        Qui peut m'aider à lire ça ?
        C'est quoi ces comprimés ?
        Existe-t-il en sirop ?
        Contient-il des colorants ?
        Puis-je conduire après ou utiliser des machines ?
        Puis-je l'emporter en vacances ?
        Je pars en avion, quand le prendre ?
        Est-ce compatible avec la pilule ?
        Est-ce mauvais pour le foie ?
        Je dois augmenter la dose lentement, comment faire ?
        Quand puis-je arrêter ?
        Quel médecin l'a prescrit ?
        Quelle pharmacie l'a délivré ?
        Sur l'étiquette il y a bid, c'est quoi ?
        5 ml, c'est une cuillère à café ?
        La piqûre fait-elle mal ?
        Dans quel bras faire la piqûre ?
        Le comprimé jaune est pour la peau ?
        Je prends d'abord le rouge ou le bleu ?
        Merci de votre aide
        Le matin ou le soir, c'est mieux ?
        Après le repas ou avant ?
        Est-ce que je dois en reprendre demain ?
        Il faut le prendre avec beaucoup d'eau ?
        La gélule est trop grosse, puis-je l'ouvrir ?
        Le goût est trop fort
        C'est trop cher ?
        Est-ce qu'il y a de l'aspirine dedans ?
        Puis-je le prendre avec de l'ibuprofène ?
        Et avec mes autres médicaments ?
        Le soleil est-il déconseillé ?
        Mon fils a 5 ans, quelle dose ?
        Peut-on le donner à un bébé ?
        Ça se prend au milieu du repas ?
        Quels effets secondaires sont fréquents ?
        J'ai peur des effets secondaires
        Est-ce un antidouleur fort ?
        Quand l'effet disparaît-il ?
        Pourquoi le prendre avant de dormir ?
        Je prends aussi un médicament pour le diabète
        Mon enfant n'aime pas le goût, puis-je le mélanger à du jus ?
        Mon enfant a 4 ans, combien de sirop ?
        Combien de millilitres pour un enfant de 15 kilos ?
        Mon chien s'appelle Rex
        Les gouttes piquent l'œil, est-ce normal ?
        Dois-je pencher la tête en arrière ?
        Où coller le patch ?
        Tous les combien changer le patch ?
        Puis-je me doucher avec le patch ?
        Faut-il désinfecter avant la piqûre ?
        L'insuline va au frigo ?
        Combien d'unités d'insuline ?
        Peut-on utiliser le spray en cas de rhume ?
        Contre quelles douleurs ça aide ?
        Ça aide pour le mal de dos ?
        C'est pour l'insuffisance cardiaque ?
        C'est un comprimé pour le cœur ?
        Faut-il le prendre avant la prise de sang ?
        Dois-je faire des analyses de sang ?
        Je suis allergique à la pénicilline, y en a-t-il ?
        Je suis allergique aux noix
        Puis-je aller au sauna ?
        Puis-je faire la fête ce soir ?
        Puis-je attendre demain pour le prendre ?
        Je ne veux plus prendre ces comprimés
        Je ne veux plus le prendre
        Comment terminer le traitement ?
        Quand le traitement est-il fini ?
        Dois-je aller jusqu'au bout de la boîte ?
        Où est le numéro de lot ?
        Le comprimé est-il sécable ?
        Le comprimé se dissout-il dans l'eau ?
        Le sirop est-il amer ?
        Puis-je manger après ?
        Dois-je manger quelque chose avec ?
        Qui rembourse l'ordonnance ?
        Comment se prononce le nom ?
        Quelqu'un peut m'expliquer la ligne 3 ?
        Je ne comprends pas les instructions
        Je n'arrive pas à lire
        Est-ce un spray nasal contre le rhume des foins ?
        Ma mère prend deux comprimés le matin et un le soir, c'est juste ?
        Combien de gouttes pour un adulte ?
        Avec de la tisane, c'est permis ?
        Puis-je le prendre avant l'avion ?
        Combien de temps garder le flacon entamé ?
        Comment jeter les restes ?
        Est-ce que ça donne soif ?
        Est-ce que je peux porter mes lentilles ?
        Peut-on bronzer ?
        Faut-il bien agiter avant ?
        Le bouchon est cassé
        Il manque la notice
        """)
}
