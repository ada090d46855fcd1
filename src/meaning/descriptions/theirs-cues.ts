// More words that show that a tool is someone else's: others are the subject of the clause, a rival is attacked, a
// prize has the name, a person left for its maker. Texts are folded and `¤` stands for a tool; see mention-cues.ts.

/** Others do it themselves: "Our customers log in via Okta". Not if they do it with us: "Customers chat with us in Intercom". */
const THEY_DO =
  /^\W{0,3}(?:(?:half|many|most|some|all|each|every|one|viele|die meisten|beaucoup|la plupart|much[oa]s|molti|veel|muitos|wiel[eu])(?: of| de| des| dei| van| dos| z)? )?(?:(?:the|our|your|these|those|der|die|unserer?|les|nos|los|nuestr[oa]s|de|onze|i|gli|nostri|os|nossos|nasi) )?(?:[\p{L}-]{1,20} )?(?!(?:customer|client|user|member|supplier|subscriber|student|patient|account) (?:data|records?|information|tickets?|requests?|feedback|support|success|service|care|insights?|contracts?|base|communication|conversations?|e-?mails?|orders?|questions)\b)(?:customers?|clients?|merchants?|shoppers?|buyers?|sellers?|suppliers?|dealers?|retailers?|brands?|hospitals?|clinics?|patients?|schools?|students?|tenants?|landlords?|accounts|prospects?|subscribers?|kunden|handler|mandanten|patienten|mieter|clientes|comercios|pacientes|klanten|winkeliers|clienti|negozianti|pazienti|lojistas|klienci)(?:'s?)?(?: [\p{L}-]{1,20}){0,3}? (?:(?:log|sign) in|sits?|lives?|works?|runs?|builds?|hosts?|sells?|manages?|stores?|keeps?|arbeiten|leben|verkaufen|verwalten|speichern|melden sich|travaillent|vendent|gerent|se connectent|trabajan|venden|gestionan|inician sesion|werken|verkopen|beheren|loggen in|lavorano|vendono|gestiscono|accedono|trabalham|vendem|gerem|pracuja|sprzedaja)\b(?![^;.]{0,80}\b(?:us|uns|nous|nosotros|ons|noi|nos|nas|nami)\b)/u
/** "Merchants send orders from Shopify": what others send comes from their system. */
const THEY_SEND =
  /\b(?:customers?|clients?|merchants?|shoppers?|buyers?|sellers?|suppliers?|dealers?|retailers?|brands?|patients?|kunden|handler|mandanten|clientes|comercios|klanten|clienti|lojistas|klienci) (?:\S{1,20} )?(?:send|upload|export|import|forward|share|schicken|senden|exportieren|envoient|exportent|envian|exportan|sturen|exporteren|inviano|esportano|enviam|exportam|wysylaja)\b[^;.¤]{0,40}\b(?:from|out of|aus|von|depuis|de|desde|vanuit|uit|da|z)(?: their)? ?$/
/** "Other firms' AWS bills". Other teams may be colleagues. */
const OTHER_FIRMS =
  /\b(?:other|another|fremde\w?|andere\w?|d'autres|otr[ao]s|altre|outr[ao]s|innych) (?:firms?|compan(?:y|ies)|businesses|brands|shops|organi[sz]ations|unternehmen|firmen|entreprises|societes|empresas|bedrijven|aziende|firm)(?:'s?)?(?: \S{1,20}){0,2} ?$/
/** "The Shopware installations of the dealers", "HubSpot for some thirty small firms", "NetSuite wherever a client wants it". */
const AFTER_THEIRS =
  /^(?:[ -](?:installation\w{0,2}|shops?|systeme?\w{0,2}|instan[zc]\w{0,2}|umgebung\w{0,2}|projekte?\w{0,2}|konten|konto|setups?|accounts?))? (?:der|unserer|von|des|of|de|des|van|dei|degli|dos) (?:(?!our\b|the\b|us\b|group\b)[\p{L}-]{1,20} ){0,4}(?:handlern?|kunden|mandanten|kliniken|betrieben?|vereinen?|gemeinden|schulen|praxen|dealers|merchants|retailers|clinics|schools|councils|marchands|commercants|mairies|comercios|ayuntamientos|winkeliers|gemeenten|negozianti|comuni|lojistas)\b|^ (?:\S{1,20} )?(?:pour|chez|para|per|presso|voor|bij|fur|bei|for|dla) (?:(?!our\b|all\b|the\b|us\b|notre|unser|nuestr|onze|nostr|noss|nasz)\S{1,20} ){3,4}(?:customers|clients|companies|businesses|firms|retailers|brands|pme|entreprises|empresas|pymes|comercios|pmi|aziende|bedrijven|mkb-bedrijven|unternehmen|firmen|betrieben?|kunden|firm)\b|^ (?:[^\s,;.]{1,20} ){0,3}(?:wherever|whenever|where|if|when|once|wenn|falls|sobald|si|quand|lorsque|cuando|als|wanneer|se|quando|gdy|jesli) (?:(?:an?|the|our|one|ein\w{0,2}|der|un|le|el|een|de|il|o) )?(?:clients?|customers?|kunde|mandant|cliente|klant|klient)\b/u
/** "The bridge between our device and Salesforce". */
const BRIDGE =
  /\b(?:bridge|connection|interface|connector|link|gateway|adapter|schnittstelle|verbindung|brucke|pont|passerelle|lien|puente|conexion|brug|koppeling|ponte|collegamento|ligacao|most|polaczenie) (?:between|zwischen|entre|tussen|tra|fra|miedzy) (?:our|unser\w{0,2}|notre|nuestr[oa]|ons|onze|il nostro|la nostra|noss[oa]|[ao] noss[oa]|nasz\w{0,3}) (?:\S{1,20} )?(?:product|app|device|platform|software|api|hardware|service|gerat|produkt|plattform|produit|plateforme|appareil|producto|plataforma|dispositivo|apparaat|prodotto|piattaforma|produto|produkt\w{0,2}|aplikacj\w{1,2})\b[^;.¤]{0,20}$/

/** "The connector that syncs our product with Workday". */
const SYNCS =
  /\b(?:sync\w{0,7}|connect\w{0,4}|link(?:s|ed|ing)?|integrat\w{1,4}|plug(?:s|ged|ging)?|verbind\w{1,4}|synchronisier\w{1,4}|anbind\w{1,4}|connect\w{1,4}|reli\w{1,4}|conecta\w{0,4}|koppel\w{0,3}|colleg\w{1,5}|lacz\w{1,4}) (?:our|unser\w{0,2}|notre|nuestr[oa]|ons|onze|il nostro|la nostra|noss[oa]|[ao] noss[oa]|nasz\w{0,3}) (?:\S{1,20} )?(?:product|app|device|platform|api|hardware|service|gerat|produkt|plattform|produit|plateforme|appareil|producto|plataforma|apparaat|prodotto|piattaforma|produto|produkt\w{0,2}|aplikacj\w{1,2}) (?:to|with|and|into|mit|an|und|a|avec|et|con|y|met|aan|en|com|ao|e|z|i) $/
/** The applicant did it elsewhere: "Tell us about the largest cluster you have run". */
const TOLD =
  /\b(?:tell us|show us|walk us through|describe|erzahl\w{0,3} uns|racontez-nous|cuentanos|vertel ons|raccontaci|conte-nos|opowiedz) (?:\S{1,20} ){0,4}(?:about|how|a time|von|wie|uber|sobre|over|di|o)\b[^.!?]{0,80}\b(?:you(?:'ve| have| had| ran| built| did)|du|vous avez|has|je|hai|voce)\b/
/** A rival or role model that is assessed: "Notion got many things right". */
const JUDGED = /^ (?:got|gets|did|does) (?:\S{1,20} ){0,4}(?:right|well|wrong|badly)\b/

/** A rival that is attacked, or that can't do something. */
const ATTACKED =
  /\b(?:dethron\w{1,4}|detron\w{1,6}|entthron\w{1,3}|destron\w{1,5}|onttron\w{1,3}|toppl\w{1,3}|unseat\w{0,3}|(?:mak|lass)\w{1,4} ¤ (?:look|seem|feel|alt|blass|\S{1,20} aussehen)|(?:answer|antwort|reponse|respuesta|risposta|antwoord|resposta|odpowiedz)(?: \S{1,20})? (?:to|auf|a|op|na) ¤|what we do that|was wir konnen,? was)/
const CAN_NOT =
  /^(?:,| )?(?:does not|doesn't|do not|don't|can't|cannot|could not|couldn't|will never|lacks?|kann das nicht|kann nicht|nicht kann|ne (?:sait|peut|fait) pas|no (?:puede|sabe|hace)|kan dat niet|non (?:puo|sa|fa))(?=[ ,.;]|$)/
const LISTED_BESIDE =
  /\b(?:list|name|rank|rate|mention|place|put|see|call|nenn|zahl|cit|sit|nombr|noem)\w{0,3} (?:us|uns|nous|nos|ons|ci) (?:\S{1,20} ){0,3}(?:beside|alongside|next to|among|near|behind|ahead of|neben|unter|a cote|aux cotes|parmi|junto|entre|al lado|naast|accanto|tra)(?: (?:de|d'|a))? ?$|\b(?:predecessor|vorganger\w{0,3}|predecesseur\w{0,2}|predecesor\w{0,2}|voorgang\w{2,4}|predecessore) (?:\S{1,20} ){0,3}(?:went (?:on )?to|left (?:us )?for|is now (?:at|with)|joined|works (?:at|for)|ging zu|ist jetzt bei|est partie? chez|se fue a|ging naar|e passat[oa] a) ?$/
/** "Finalist in the AWS startup challenge", "an accelerator of Google Cloud". */
const PRIZE_BEFORE =
  /\b(?:accelerator|incubator|hackathon|competition|challenge|award|prize|batch|cohort|preis|wettbewerb|prix|concours|premio|concurso|prijs|wedstrijd|concorso)s? (?:\S{1,20} ){0,2}(?:by|of|from|at|with|von|vom|de|du|d'|van|di|da|del) ?$/
const PRIZE_AFTER =
  /^(?:'s|-| )(?:[\p{L}-]{1,20} ){0,2}(?:challenge|accelerator|incubator|hackathon|award|prize|competition|launchpad|preis|wettbewerb)\b/u
/** "A CRM, HubSpot for instance", at the end of a clause. */
const FOR_INSTANCE =
  /^,? (?:for (?:instance|example)|zum beispiel|par exemple|por ejemplo|bijvoorbeeld|ad esempio|por exemplo|na przyklad)(?=[.,;)]|$)/
const HELP_CHOOSE =
  /\b(?:help us|hilf uns(?: dabei)?,?|aidez-nous a|ayudanos a|help ons|aiutaci a|ajude-nos a|pomoz nam) (?:\S{1,20} ){0,2}(?:choose|select|pick|decide|find|aus\w{0,2}wahlen|entscheiden|choisir|elegir|kiezen|scegliere|escolher|wybrac)\b/

/** "Companies pay us to clean up Salesforce", "as a Salesforce house". */
const PAID =
  /\b(?:(?:pays?|paid|hires?|hired|mandates?|beauftrag\w{1,4}|bezahl\w{1,4}) (?:us|uns)|g[eo]ts? paid) (?:to|for|dafur|damit)\b/
const HOUSE_AFTER = /^[ -](?:house|haus|studio|specialists?|spezialist\w{0,3}|boutique)\b/

/** What others have; what is done for those who rent, learn or sell. */
const WHATEVER =
  /\b(?:whatever|whichever|egal welche[ns]?|n'importe quel(?:le)?|sea cual sea|welk(?:e)? .{1,20} ook) (?:[\p{L}-]{1,20} ){1,3}(?:(?:an?|the|our|each|every|ein|der|un|le|el|een|de) )?(?:[\p{L}-]{1,20} ){0,2}(?:has|have|uses?|runs?|brings?|hat|nutzt|utilise|tiene|heeft|gebruikt)\b/u
const AFTER_FOR_THEM =
  /^ (?:(?:and|und|et|y|en|e) ¤ )?(?:for|fur|pour|para|voor|per|dla) (?:(?:our|the|each|every|all|unsere|die|jeden|nos|les|chaque|nuestros|los|cada|onze|de|elke|i nostri|ogni|nossos|os) )?(?:new |neue |nouveaux |nuevos |nieuwe |nuovi |novos )?(?:tenants?|mandanten|franchise\w{1,8}|dealers?|landlords?|learners|students|residents|subscribers?|end users|portfolio)\b|^ after (?:others|somebody|someone)\b|^ (?:voor|dla) (?:\S{1,20} ){0,2}(?:merken|marek|sklepow)\b/
/** About a name, not about work: a mascot, a talk, a neighbour, a hobby. */
const NO_WORK =
  /\b(?:free time|spare time|hobby|hobbies|freizeit|temps libre|tiempo libre|vrije tijd|tempo libero|tempo livre|book club|mascot|maskottchen|mascotte|mascota)\b/
const NO_WORK_BEFORE =
  /\b(?:(?:speaks?|spoke|talks?|blogs?|lectures?|reads?|joke|jokes|spricht|bloggt|parle|habla|spreekt|parla|fala) (?:\S{1,20} ){0,2}(?:about|uber|sobre)|(?:listed|named|ranked|mentioned|cited|nominated|genannt|gelistet|cites?|nombrad[oa]s?|genoemd) (?:\S{1,20} ){0,3}(?:with|beside|alongside|next to|among|by|neben|mit|avec|junto a|con|naast|met)|(?:written up|praised|interviewed|featured|covered|quoted|recommended) (?:in|by|on)(?: \S{1,20}){0,4}|sponsor\w{0,3}(?: \S{1,20}){0,3}|shar\w{1,3} (?:an?|the|our)? ?(?:office|floor|building|roof|kitchen|lift)s? with|teilen (?:uns )?(?:\S{1,20} ){0,2}mit|will (?:\S{1,20} )?decide (?:about|on)|(?:mascot|dog|cat|hund|chien|perro) is (?:called|named)) ?$/
/** What they send, when they begin, what they are shown, where they are brought: "before a customer goes live", "show clients how". */
const AROUND_THEM =
  /\b(?:before|once|after|until|as soon as|bevor|sobald|bis|avant que?|une fois que?|antes de que|hasta que|voordat|zodra|prima che|antes que) (?:an?|the|each|every|ein|der|un|le|el|een|il|o)? ?(?:new |neuer |nouveau |nuevo |nieuwe |nuovo )?(?:customer|client|merchant|kunde|cliente|klant)\b|\b(?:show|explain|demonstrate|zeig|erklar|montr|expliqu|muestr|explic|toon|mostr|spieg|pokaz)\w{0,4} (?:\S{1,20} ){0,2}(?:customers|clients|merchants|users|kunden|clientes|klanten|clienti|klientom)\b|\b(?:hilfst|helfen|unterstutzt) (?:\S{1,20} ){0,2}(?:\p{L}{0,12}praxen|vereinen|schulen|gemeinden)\b/u
const AROUND_THEM_BEFORE =
  /\b(?:which|that|die|que|che) (?:our )?(?:customers|clients|merchants|users|kunden|clientes|klanten|clienti) (?:\S{1,20} ){1,3}$|\b(?:bring|mov|lift|tak|get)\w{1,3} (?:\S{1,20} ){0,3}(?:firms|companies|businesses|retailers|brands|hospitals|shops|stores|schools|agencies|hotels|merchants) (?:\S{1,20} ){0,2}(?:in)?to $/
/** Addresses a customer, not the reader of the ad. */
const WE_HELP = /\bwe help (?:you|people|others|anyone|everybody|everyone|them)\b/

/** `before` is the clause up to the tool. */
export function isTheirs(clause: string, before: string, after: string): boolean {
  return (
    (THEY_DO.test(before) && !/\b(?:us|uns|nous|ons)\b/.test(clause)) ||
    [
      THEY_SEND,
      OTHER_FIRMS,
      PAID,
      WHATEVER,
      NO_WORK_BEFORE,
      AROUND_THEM_BEFORE,
      BRIDGE,
      SYNCS,
      LISTED_BESIDE,
      PRIZE_BEFORE,
      HELP_CHOOSE,
    ].some((cue) => cue.test(before)) ||
    [AFTER_THEIRS, AFTER_FOR_THEM, HOUSE_AFTER, CAN_NOT, JUDGED, PRIZE_AFTER, FOR_INSTANCE].some((cue) =>
      cue.test(after),
    ) ||
    [ATTACKED, TOLD, NO_WORK, WE_HELP, AROUND_THEM].some((cue) => cue.test(clause))
  )
}
