// The words by which an announcement of a round is told from other news: of English, German, French, Spanish and Italian, and
// the plainest of Dutch and Portuguese. They are tried on the text of a segment: folded, `N` for an amount, `WE` for the
// company.

/** With an amount these say that money was raised. */
export const RAISES =
  / (?:rais(?:es?|ed|ing)|bag(?:s|ged)|nab(?:s|bed)|snag(?:s|ged)|sammelt|sammeln|eingesammelt|einsammeln|eingeworben|leve|leves|levent|levons|levanta|levantan|levantado|levantamos|capta|captado|captamos|recauda|recaudado|raccoglie|raccolto|raccogliamo|haalt|opgehaald|capturou|captou|levantou) /

/** These say it only together with a word of MONEY. */
export const GETS =
  / (?:clos(?:es?|ed|ing)|secur(?:es?|ed|ing)|land(?:s|ed)|scor(?:es|ed)|pick(?:s|ed) up|pull(?:s|ed) in|haul(?:s|ed) in|bring(?:s)? in|brought in|lock(?:s|ed) (?:in|down)|gets?|got|receiv(?:es?|ed|ing)|obtain(?:s|ed)|wins?|won|gain(?:s|ed)|awarded|granted|attract(?:s|ed)|complet(?:es?|ed|ing)|finali[sz](?:es?|ed)|sign(?:s|ed)|net(?:s|ted)|grab(?:s|bed)|bank(?:s|ed)|announc(?:es?|ed|ing)|unveil(?:s|ed)|shar(?:e|es|ed|ing)|reveal(?:s|ed)|welcom(?:es?|ed|ing)|emerg(?:es|ed|ing)|com(?:es|ing) out of stealth|came out of stealth|launch(?:es|ed) (?:out of stealth )?with|extend(?:s|ed)|expand(?:s|ed)|add(?:s|ed)|top(?:s|ped) up|backed|led|lead(?:s|ing)?|back(?:s)?|invest(?:s|ed)|join(?:s|ed)|tak(?:es|en) on|borrow(?:s|ed)|erhalt|erhalten|erhielt|bekommt|bekommen|sichert|sichern|gesichert|schliesst|schliessen|geschlossen|schloss|abgeschlossen|holt|geholt|nimmt|aufgenommen|gewinnt|gewonnen|stockt|aufgestockt|verkundet|verkunden|gibt|gab|geben|meldet|freuen|vereinbart|unterzeichnet|durchgefuhrt|investiert|investieren|investierte|beteiligt|beteiligen|steigt|eingestiegen|fliessen|wachst|boucle|bouclons|bouclee?|obtient|obtenu|obtenons|decroche|securise|recoit|recu|recevons|realise|finalise|conclut|conclu|cloture|reunit|annonce|annoncer|annoncons|accueille|accueillons|signe|investit|investi|entre|entrent|rejoint|cierra|cerrado|cerramos|consigue|conseguido|obtiene|obtenido|recibe|recibido|logra|logrado|asegura|anuncia|anuncio|anunciar|anunciamos|completa|completado|concede|invierte|invertido|apuesta|entra|suma|incorpora|chiude|chiuso|chiudiamo|chiusura|ottiene|ottenuto|incassa|annuncia|annunciare|annunciamo|riceve|ricevuto|conclude|concluso|assicura|investe|investito|sottoscritto|sluit|ontvangt|krijgt|fecha|fechou|recebe|recebeu|anunciou) /

/** Money that is raised, by its name or by who gives it. */
export const MONEY =
  / (?:seri(?:es|e) [a-h]\d?|(?:pre ?)?seed|angels?|rounds?|\w{0,25}runde|funding|fundraise|fundraising|financing|investments?|investors?|invest(?:s|ed)?|backed|backs?|venture|vc|vcs|equity|growth capital|capital|debt|loan|credit|facility|grants?|subsid(?:y|ies)|sbir|sttr|raise|valuation|\w{0,25}finanzierung|investor(?:en|in|s)?|investiert|kapital\w{0,14}|\w{0,12}kapital|beteilig\w{1,8}|geldgeber\w{0,2}|kredit\w{0,8}|darlehen|fordermittel|forderung|forderbescheid|zuschuss|levees?|tours? (?:de table|d amorcage|de financement|de serie)|amorcage|investit|investisse\w{1,6}|financement|augmentation de capital|prets?|emprunt|subvention|fonds|fondos|rondas?|semilla|inversion|inversor\w{0,3}|invierte|financiacion|financiamiento|ampliacion de capital|prestamo|subvencion|investe|investiment\w{1,2}|investitor\w{1,2}|finanziament\w{1,2}|aumento di capitale|capitali|prestito|fondo perduto|contributo|rodada|investimento|investeerders?|investering|financieringsronde|ronde) /

/** The company speaks of itself. */
export const FIRST_PERSON =
  / (?:we|we ve|we re|i m|our|us|ours|wir|uns|unser\w{0,2}|nous|notre|nos|hemos|nuestr[oa]s?|estamos|cerramos|levantamos|captamos|abbiamo|siamo|nostr[oaie]|wij|ons|onze|temos|nossa|nosso) /

/** The company without its name. */
export const GENERIC =
  / (?:the|this|das|die|der|la|le|l|el|il|lo|una?|une|an?)(?: \S{1,25}){0,4} (?:company|startup|start up|scaleup|scale up|firm|business|fintech|insurtech|healthtech|biotech|proptech|edtech|maker|developer|provider|platform|unternehmen|anbieter|hersteller|spezialist|entreprise|societe|jeune pousse|pepite|specialiste|editeur|empresa|compania|firma|azienda|societa|realta|bedrijf|spin off|spinoff) /

/** Somebody else's round: of a customer, of a company that it has invested in. */
export const OF_OTHERS =
  / (?:our (?:\S{1,20} )?(?:customers?|clients?|partners?|portfolio|investees?|friends|members?|users?|alumni|neighbou?rs?)|(?:customers?|clients?|kund(?:e|en|in)|clientes?|clienti|users?|nutzer|members?|partners?|partner|partenaires?) (?:of|von|de|di|from|bei|since|seit|depuis|desde|dal)|WE (?:s )?(?:customers?|clients?|users?|partners?|portfolio|alumn\w{1,3}|kund(?:e|en)|investments? in)|unser\w{0,2} (?:\S{1,20} )?(?:kund(?:e|en|in)|partner\w{0,2}|portfolio\w{0,12})|notre (?:client|partenaire|participation)|nos (?:clients|partenaires)|nuestr[oa]s? (?:client\w{1,2}|soci[oa]s?|participada)|nostr[oaie] (?:client\w{1,2}|partner|partecipata)|portfolio (?:company|companies|news|update|spotlight|firm)|portfoliounternehmen|participada|partecipata|our investment in|(?:we|WE) (?:invested|invest|led|leads?|backed|backs?|co led|joined) (?:in )?(?!by|our|a |an )|why we (?:invested|backed|led|re backing)|congratulat\w{1,4}|congrats|kudos|gluckwunsch\w{0,2}|felicitations|bravo a|enhorabuena|felicidades|complimenti|congratulazioni|customer (?:story|spotlight)|case study|success story|startups?,? (?:on|using|with|that use)|companies (?:on|using|that)|customers (?:have |has )?raised|founders (?:on|using)|helps? \S{1,30} (?:\S{1,30} )?(?:raise|close|secure)|helped \S{1,30} (?:\S{1,30} )?(?:raise|close|secure)|helping \S{1,30} (?:\S{1,30} )?(?:raise|close|secure)) /

/** The fund of an investor, not the money of a company. Funds that invest in a company are named after "from" or "by". */
export const OWN_FUND =
  / (?:fund (?:i{1,3}|iv|v|vi|[1-9])|fonds (?:i{1,3}|iv|v|[1-9]|mit N|uber N|in hohe|d investissement|de N)|fondo (?:i{1,3}|iv|v|[1-9]|de N|da N|di N)|(?:inaugural|debut|maiden|flagship|first|second|third|fourth|fifth|new|latest|its|our|venture|vc|growth|climate|opportunity|impact|early stage|seed|N)(?: \S{1,20})? fund|N \S{1,20} fund|(?:erst|zweit|dritt|viert|neu|eigen)e[nrms]? (?:\S{1,20})?fonds|son (?:\S{1,20} )?fonds|(?:nouveau|premier|deuxieme|troisieme|second) fonds|(?:nuevo|primer|segundo|tercer|su|nuovo|primo|secondo|terzo|proprio) fondo(?! perduto)|N (?:\S{1,12} )?(?:schweren )?fonds) /

/** Raised for others, as gifts. */
export const CHARITY =
  / (?:charit\w{1,6}|donat\w{1,5}|fundraisers?|nonprofits?|non profits?|gala|marathon|good causes?|spende\w{0,8}|association|solidaires?|caritati\w{1,3}|benefic\w{1,6}|solidari\w{1,4}|ong|onlus|cruz roja|red cross|rotes kreuz|croce rossa|croix rouge|tierheim|hospice|food ?banks?|disaster relief|earthquake|foundation|tombola|charity run|5k|movember|in beneficenza|wohltatig\w{0,4}|guten zweck|bonne cause|buena causa|children s hospital|unicef|victims|ukraine|refugees|relief) /

/** What is bought or sold, won or earned: money that is no investment. */
export const NOT_MONEY =
  / (?:rais(?:es?|ed|ing) (?:(?:the|its|our|their|full|year|its full|new|more|annual|fiscal|earnings|serious|important) ){0,3}(?:bar|stakes|prices?|pricing|guidance|outlook|forecast|awareness|questions?|concerns?|standards?|limits?|alarm|hopes|eyebrows|profile|game|money for|fees|wages|salaries|minimum)|N (?:in |of |de |di |an |d |en |us )?(?:(?:annual|annuali[sz]ed|recurring|yearly|new|total|multi year|government|defen[cs]e|the|der|die|net|gross) ){0,2}(?:contracts?|orders?|deals? with|revenues?|arr|mrr|sales|bookings|gmv|payments?|transactions?|savings|profits?|ebitda|umsatz\w{0,6}|auftrag\w{0,6}|chiffre|contrats?|marche public|facturacion|ingresos|ventas|contratos?|fatturato|ricavi|contratt[oi]|vendite|users|customers|assets|prize|damages|fine|settlement|lawsuit)|(?:contracts?|orders?|tender|auftrag|auftrage|grossauftrag|rahmenvertrag|contrat|marche|contrato|licitacion|contratto|commessa|appalto) (?:of|uber|von|de|por|da|di|worth|valued at|in hohe von|im wert von|im volumen von) N|(?:wins?|won|secur(?:es|ed)|lands?|receives?|awarded|signs?|gewinnt|erhalt|remporte|decroche|consigue|gana|ottiene|vince|si aggiudica) (?:(?:an?|new|major|its|first|N|einen|une?|un|una|multi|year|million|of|the|largest|ever|us|government|framework|grossen|neuen) ){0,5}(?:contract|order|tender|deal|auftrag|grossauftrag|contrat|marche|contrato|contratto|appalto|license|licence|patent|customer)) /

/** Prizes, unless they are grants. */
export const PRIZE =
  / (?:prize|prizes|preis|preisgeld|gruenderpreis|\w{0,20}preis|prix|premio|premi|competition|wettbewerb|concours|hackathon|award|awards|startup of the year|named) /

export const ACQUISITION =
  / (?:acquir\w{1,4}|acquisition|buys|bought|merges?|merger|takeover|takes over|ubernimmt|ubernahme|ubernommen|kauft|rachete|rachat|rachetee?|acquiert|fusionne|adquiere|adquisicion|adquirid[oa]|compra|acquisisce|acquisizione|acquisit[oa]|acquista|overgenomen|neemt over) /

/** The title begins as advice, an invitation or a question does. */
export const ADVICE =
  /^ (?:how|when|should|why (?:investors|startups|founders|companies|most)|guide|wie|so|warum|comment|como|come|perche|por que|pourquoi|ask|webinar|podcast|video|interview|episode|watch|event|the state of|(?:\d{1,3}|two|three|four|five|six|seven|ten|funf|drei|cinq|trois|cinco|tres|cinque|tre) (?:\S{1,20} )?(?:lessons|tips|things|ways|mistakes|steps|questions|reasons|lecons|conseils|lecciones|consejos|lezioni|consigli|tipps|grunde|fehler)) | \? $/

/** Several rounds of others, of a week or a month. */
export const ROUND_UP =
  / (?:round ?up|recap|newsletter|digest|this (?:week|month) in|of the (?:week|month)|(?:biggest|largest|top|wichtigsten|grossten|plus grosses|mayores|maggiori) (?:\S{1,20} )?(?:rounds|raises|deals|finanzierungsrunden|levees|rondas)|(?:fonds|inversion|rondas|rounds?) (?:de la|del|della|du) (?:semaine|semana|settimana|mois|mes|mese)|der woche|state of|market report|barometer|trends|year in review|jahresruckblick|bilan) /

/** A text about rounds, not news of one. */
export const OTHER_GENRE =
  / (?:webinar|podcast|checklist|template|ebook|whitepaper|explained|glossary|calculator|ask (?:us|me) anything|ama|lessons|learned|learnings|learnt|taught us|leitfaden|ratgeber|guide|guia|guida|conseils|consejos|consigli|tipps|anniversary|jubilaum|anniversaire|aniversario|anniversario|looking back|look back|throwback|ruckblick|retrospective|not raising|no plans|denies?|dementiert|dement|desmiente|smentisce|bootstrapp\w{1,5}|without (?:raising|vc|venture|outside)|never raised|ohne investoren|grant (?:programme?|scheme)|raise more) /

/** A job post. */
export const JOB_POST =
  / (?:hiring|we are looking|looking for|jobs?|careers?|vacanc\w{1,4}|m w d|w m d|f m d|m f d|h f|join our team|recrute|recrutons|recrutement|suchen|gesucht|verstarkung|buscamos|contratamos|assumiamo|cerchiamo|stellenangebot\w{0,2}) /

/** Told again: it was some time ago. */
export const LONG_AGO =
  / (?:(?:an?|one|two|three|four|five|six|\d{1,2}) (?:years?|months?) (?:ago|after|on|later|since|in|into)|last (?:year|spring|summer|autumn|fall|winter)|years? (?:ago|after|since)|anniversary|(?:ein|zwei|drei|vier|funf) (?:jahre?|monate?) (?:nach|spater|danach)|vor (?:einem|zwei|drei|vier|funf|rund|fast|knapp|genau) (?:\S{1,12} )?(?:jahr\w{0,2}|monat\w{0,2})|vor (?:jahren|monaten)|letztes jahr|(?:im )?(?:letzten|vergangenen) jahr|(?:un|deux|trois|six|\d{1,2}) (?:ans?|mois) (?:apres|plus tard)|il y a (?:un|deux|trois|six|\d{1,2}|quelques|plus|pres)|l an dernier|l annee derniere|(?:un|dos|tres|seis|\d{1,2}) (?:anos?|mes|meses) (?:despues|desde)|hace (?:un|dos|tres|seis|\d{1,2}|unos|casi|mas)|el ano pasado|(?:un|due|tre|sei|\d{1,2}) (?:ann[oi]|mes[ei]) (?:dopo|fa)|l anno scorso|lo scorso anno|een jaar geleden|ha um ano|no ano passado) /

/** A clause beside the news, of a round of before. */
export const RETOLD =
  / (?:(?:which|who|having|who ve) (?:(?:has|have|had|just|recently|already|last|week|month|only|in|\S{1,12}) ){0,3}(?:raised|closed|secured|received|completed)|(?:recently|previously|already|earlier|had) (?:raised|closed|secured|announced|completed|received)|(?:recent|previous|earlier|last|latest|after|since|following|fresh off|on the heels of|off the back of|thanks to) (?:(?:our|its|the|a|an|raising|closing|securing|having|successful|recent|N|last|year s|month s|\S{1,20} s) ){0,4}(?:series [a-h]|(?:pre )?seed|funding|round|raise|financing|fundraise|fundraising|raised|N)|when (?:we|WE|our) (?:\S{1,20} ){0,2}(?:raised|closed|started)|(?:das|der|die) (?:zuletzt|kurzlich|jungst|erst)|(?:nach|seit|dank) (?:(?:der|dem|unser\w{0,2}|ihr\w{0,2}|sein\w{0,2}|einer|erfolgreich\w{0,2}|jungst\w{0,2}|letzt\w{0,2}) ){1,3}(?:\S{1,20} ){0,2}\S{0,25}(?:runde|finanzierung|series [a-h]|seed|kapitalerhohung|investment)|(?:apres|depuis|suite a|grace a) (?:(?:sa|notre|la|une|son|avoir|premiere|derniere) ){1,3}(?:\S{1,20} ){0,2}(?:levee|leve|tour|serie|seed)|qui (?:vient|a (?:recemment |deja )?(?:leve|boucle)|avait)|(?:tras|despues de|desde|gracias a) (?:(?:su|nuestra|la|una|haber|ultima|reciente|primera) ){0,3}(?:\S{1,20} ){0,2}(?:ronda|levantar|cerrar|captar|levantado|serie|inversion)|que (?:ha |acaba |el |recientemente |ya )(?:\S{1,20} ){0,3}(?:levant\w{1,5}|cerr\w{1,5}|capt\w{1,5})|(?:dopo|grazie a|in seguito a) (?:(?:il|la|aver|un|nostro|suo|recente|ultimo|l) ){1,3}(?:\S{1,20} ){0,2}(?:round|raccolto|chiuso|seed|serie|aumento)|che (?:ha |aveva )(?:\S{1,20} ){0,2}(?:raccolto|chiuso|ottenuto)|levions|when we were) /

/** The news is told now. */
export const NOW =
  / (?:today|announc\w{1,8}|excited|thrilled|proud|pleased|delighted|happy|glad|heute|freuen|freut|stolz|bekannt|verkund\w{1,3}|gibt|aujourd hui|annonce\w{0,3}|heureux|heureuse|fiers?|fiere|ravis?|hoy|anunci\w{1,6}|contentos|orgullosos|encantados|felices|oggi|annunci\w{1,5}|felici|orgogliosi|lieti|has (?:raised|closed|secured|completed|received|been awarded)|(?:have|ve) (?:raised|closed|secured|completed)|hat (?:\S{1,30} ){0,12}(?:eingesammelt|abgeschlossen|erhalten|aufgenommen|gesichert)|a (?:leve|boucle|obtenu|finalise|realise)|ha (?:cerrado|levantado|captado|recibido|completado|raccolto|chiuso|ottenuto|completato)|hemos|abbiamo|avons) /

/** News of something else: of a product, an office, a person. Then a round in the text is told again. */
export const OTHER_NEWS =
  / (?:opens?|opening|office|offices|launch\w{0,5}|introduc\w{1,4}|partners?|partnership|integrat\w{1,5}|releas\w{1,4}|appoints?|appointed|hires|joins as|named|celebrat\w{1,4}|available|update|roadmap|version|eroffnet|startet|partnerschaft|kooperation|zusammenarbeit|ernennt|stellt vor|ouvre|lance|partenariat|nomme|abre|lanza|alianza|nombra|apre|lancia|nomina|collabora\w{0,6}|expands (?:to|into)|invoices|customers?) /

/** The company gives the money. */
export const GIVES =
  / (?:WE|we|wir|nous) (?:(?:will|to|has|have|hat|haben|a|ha|wird|plans|is|are) ){0,2}(?:invests?|invested|investing|investiert|investieren|investit|invierte|investe|commits?|committed|pledges?|pledged|donates?|donated|spendet|gives?|gave|launch(?:es|ed) (?:a |an )?N|awards?(?! ed)|grants N|lends?|provides?|finances|funds) /

/** Somebody invests in the company. */
export const INVESTED_IN =
  / (?:invests?|invested|investing|puts|pours|injects|investit|investi|investiert|invierte|investe|investito|beteiligt|beteiligen|steigt|entre|entra|investment|investissement|inversion|investimento) (?:\S{1,30} ){0,7}(?:in|into|dans|en|an|bei|au capital d[eu]|su) (?:(?:das|die|den|la|el|il|lo|startup|unternehmen|company) ){0,2}(?:WE|us|uns|nous) /

/** An investor leads its round, or is welcomed. */
export const BACKED =
  / (?:(?:leads?|led|co leads|backs?|backed|joins|joined|anchors) (?:(?:the|a|an|our|N|oversubscribed|in|of) ){0,3}(?:WE|our)|(?:awards|awarded|grants|concede|conceden|accorde|assegna) (?:a )?WE|as (?:(?:an|our|its|new|lead|strategic) ){0,3}invest\w{1,6}|als (?:(?:neuen|neue|neuer|strategischen|weiteren) ){0,2}invest\w{1,6}|a son capital|au capital|como (?:nuevo )?inversor\w{0,2}|come (?:nuovo )?investitor\w) /

/** A round, named with whose it is. */
export const OWN_ROUND =
  / (?:(?:our|unser\w{0,2}|notre|nuestra|nostro|WE s|WE) (?:(?:N|new|first|latest|oversubscribed|successful|erste|neue|erfolgreiche|premiere|nouvelle|primera|nueva|primo|nuovo|ronda|round|de|di|of|tour|levee|fonds|da) ){0,5}(?:: )?(?:N )?(?:seri(?:es|e) [a-h]\d?|(?:pre )?seed|funding|fundraise|fundraising|raise|financing|round|\w{0,25}runde|\w{0,25}finanzierung|levee|tour d amorcage|tour de table|ronda|semilla|amorcage)|(?:N|seri(?:es|e) [a-h]\d?|seed|kapital|capital|investment|runde|\w{0,25}finanzierung|finanzierungsrunde|levee de fonds|round|ronda|aumento di capitale|money|investors?|inversores|investitori|geld|mittel)(?: \S{1,25}){0,6} (?:for|fur|pour|para|per|bei|chez) (?:(?:das|die|la|le|el|il|startup) ){0,2}WE|WE (?:: |\| )(?:(?:erfolgreiche|neue|N|closes|our|die) ){0,2}(?:seri(?:es|e) [a-h]|seed|kapitalerhohung|finanzierungsrunde|levee|ronda|round|N)) /

/** The amount is not that of the round: a total, a valuation, a market. */
export const NOT_OF_ROUND_BEFORE =
  / (?:total\w{0,3}|valuations?|valued|values|valuing|bewert\w{1,8}|firmenbewertung|valoris\w{1,6}|valoracion|valorad[oa]|valutazione|valutat[oa]|insgesamt|gesamt\w{0,16}|market|markt|worth|revenues?|umsatz|brings?|bringing|previous|earlier|bisher|jusqu|depasse|marche|mercato|mercado|fatturato|ricavi|to date)(?: (?:at|of|to|the|company|its|it|bei|von|auf|uber|einer|die|das|a|de|d|di|da|en|su|sobre|post|pre|money|more|than|over|now|nearly|around|funding|raised|capital|financing|amount|firm|business|startup|investment|equity)){0,6} $/
export const NOT_OF_ROUND_AFTER =
  /^ (?:(?:in|of|de|di|post|pre|money|total|d|en) ){0,3}(?:valuation|arr|revenue|umsatz|market|markt|to date|in total|bewertung|valorisation|valoracion|valutazione|venture debt|in debt|of debt|debt|customers|users|people|kunden|chiffre|employees|insgesamt|jobs|households|patients|transactions|payments) /

/** Not the exact amount. */
export const ABOUT =
  / (?:over|more than|nearly|almost|about|around|close to|some|uber|mehr als|rund|fast|knapp|etwa|plus de|pres de|environ|mas de|casi|cerca de|unos|oltre|piu di|circa|quasi|meer dan|mais de) $/

export const PARTIAL =
  / (?:(?:first|initial|1st) (?:clos(?:e|ing)|tranche)|erste[nsr]? (?:closing|tranche|abschluss)|premier closing|premiere tranche|primer cierre|primer tramo|primo closing|prima tranche) /

/** The company offers money or tells others how to get it. */
export const OFFERS =
  / (?:(?:up to|jusqu a|bis zu|hasta|fino a) N|your (?:\S{1,20} )?(?:funding|rounds?|raise|investors?)|investment grade|(?:offre|solution|produit|oferta|producto|offerta|prodotto|angebot) (?:de|di|fur) (?:financement|financiacion|finanziamento|finanzierung\w{0,3})|financing (?:offer|product|solution|options?)|loans? (?:for|to) (?:merchants|customers|businesses|small|smes)) /

/** Without an amount and a name, this says that it is a round. */
export const UNSIZED =
  / (?:rounds?|\w{0,25}runde|(?:investment|funding|backing|capital|money|financing) (?:from|by|led)|investors?|undisclosed|figure|\w{2,9}stellig\w{0,3}|millionen\w{2,20}|investor(?:en|in)|kapitalerhohung|beteiligt|beteiligung|levee|tour de|augmentation de capital|au capital|a son capital|investisseurs?|rondas?|inversor\w{0,3}|inversion|ampliacion de capital|aumento di capitale|investitor\w|investimento|grants?|subvention|fordermittel|forderung|subvencion|loan|debt|kredit|pret|prestamo|prestito|raises?|raised) /
