// The words that decide what a sentence says about a tool, in the eight languages of titles. Texts are folded: no case, no
// accents. `¤` stands for the name of a tool, so "Customer.io" is no customer. `clause` has the tool in it, `before` is the
// clause up to the tool or the list that it is in, `after` the rest of the sentence. A part that varies has a bounded length,
// so a search takes linear time.

/** Ends the scope of "not" or "our customers": "We don't use Jira, but Linear". */
export const CLAUSE_END =
  /[;!?]|\s[-–—] |,?\s(?:but|while|whereas|although|though|aber|sondern|wahrend|obwohl|mais|tandis que|pero|sino|aunque|mientras|maar|terwijl|hoewel|ma|bensi|mentre|mas|porem|enquanto|ale|natomiast|lecz)\s|,\s(?=(?:(?:so|and|und|et|y|en|e|i) )?(?:we|you|our|wir|du|unsere?|nous|vous|notre|nos|je|onze|nuestr[oa]|noi|now|today|jetzt|heute|inzwischen|intern|maintenant|desormais|aujourd'hui|hoy|ahora|oggi|adesso|vandaag|on (?:se|est|utilise|travaille|parle|tourne))\s)|\s(?:and|und|et|y|en|e|i|a) (?=(?:now|today|we|jetzt|heute|desormais|ahora|nu|ora|agora|teraz)\s)/g

/** Between two tools of a list. */
export const LIST_GAP =
  /^(?:'s)?\s{0,2}(?:[,/|+&·•]|,?\s?(?:and\/or|and|or|und|oder|bzw\.|sowie|et|ou|y|o|u|e|en|of|i|lub|oraz|plus|as well as)\s)\s{0,2}(?:(?:and|or|und|oder|et|ou|y|o|en|of|e|i|lub|de|d'|du|la|le|el|il|our|the)\s{0,2}){0,2}$/
export const CHOICE_GAP = /\/|\b(?:or|oder|bzw|ou|o|u|of|lub)\b/

/** May be between "replacing" and the name. */
const SMALL_WORDS: ReadonlySet<string | undefined> = new Set(
  `our the a an old older ageing legacy current existing self-hosted on-prem on-premise on-premises unser unsere unserem
  unseren unserer unseres das dem den der des die alte altem alten alter altes bisherige bisherigen notre nos la le les l
  ancien ancienne o nuestro nuestra los lo el antiguo antigua ons onze het oude il nostro nostra vecchio vecchia nosso nossa
  antigo antiga nasz nasze naszego naszej starego starej crm erp system tool platform setup`.split(/\s+/),
)

/** "replacing our old" without its last words: "replacing". */
function withoutSmallWords(before: string): string {
  const words = before.slice(-120).trim().split(/[ ']/)
  while (SMALL_WORDS.has(words.at(-1))) words.pop()
  return words.join(' ')
}

/** A move: migrating from a tool means leaving it. */
const MOVE =
  /\b(?:migr\w{1,10}|mov(?:e|ed|es|ing)|consolidat\w{1,4}|convert\w{0,4}|port(?:ed|ing)|cut ?over|drop(?:ped|ping)?|switch\w{0,4}|transition\w{0,4}|wechsel\w{0,3}|umst[ei]\w{1,8}|umzug|umzieh\w{0,3}|umgezogen|umgestiegen|umstieg|steig\w{1,3}|zieh\w{1,3}|bascul\w{1,6}|pass(?:er|ons|age|ez|ando|iamo|aggio|amos)|pas(?:ar|amos|ando|o)|cambi\w{1,5}|overst\w{1,6}|stap\w{0,4}|overgestapt|overgang|mudan\w{1,4}|mud(?:ar|amos)|trasferi\w{1,6}|przechod\w{1,6}|przejsci\w{1,3}|przenos\w{1,6})\b/
const FROM =
  /\b(?:from|off|off of|out of|away from|von|vom|weg von|de|du|des|d|depuis|desde|del|van|da|dal|dalla|dall|do|dos|z|ze)$/
/** Moving these from one tool to another is everyday work with both. */
const MOVED_DATA =
  /\b(?:data|records?|leads|events?|files?|contacts?|tickets?|reports?|daten|datensatze|donnees|datos|gegevens|dati|dados|dane|danych)\b/
const LEAVING =
  /\b(?:replac(?:e|ed|ing|ement)(?: (?:a|the|our) (?:patchwork|mix|zoo|mess|jumble|collection) of)?|clos(?:e|ed|ing) down|fin|rip(?:ping)? out|swap(?:ped|ping)?|retir(?:e|ed|ing)|phas(?:e|ed|ing) out|sunset(?:ting)?|decommission(?:ed|ing)?|ditch(?:ed|ing)?|dropp(?:ed|ing)|dump(?:ed|ing)?|kill(?:ed|ing)(?: off)?|g[ai]v(?:e|ing) up(?: on)?|trad(?:ed|ing)|exchang(?:ed|ing)|unwind(?:ing)?|leaving|(?:we|since|have|just) left|abandon(?:ed|ing)?|g[eo]t(?:ting)? (?:us )?(?:rid|off)|(?:tak|wean|mov)(?:e|ing)? us off|(?:un|disen)tangle us|get(?:ting)? (?:us )?out|(?:our|the) exit|weggang|sacarnos|com(?:e|ing) off|(?:be|are|fully|us) off|(?:hinter uns)|goodbye|farewell|good riddance|fini|finis|eteign\w{1,4}|apag(?:ar|amos|ando)|spegn\w{1,4}|despedimos|adios|addio|adeus|au revoir|vaarwel|zegnamy|stopped using|outgr(?:ew|own|owing)|switch(?:ed|ing) off|shut(?:ting)? down|turn(?:ed|ing) off|wind(?:ing)? down|no longer (?:use|run|using|on|work (?:with|in|on)|rely on|have)|losen|losen wir|lost|ablos\w{1,4}|abzulosen|ersetz\w{1,3}|ersatz|abschied|schluss mit|done with|fed up with|had enough of|life after|out with|succeeds|supersedes|folgt auf|succede a|sucede a|volgt op|nachfolge\w{0,2}|successor|saying no to|(?:shut|clos)\w{0,4} the door on|tourn\w{1,3} la page|zegnamy sie z|an die stelle|tak(?:es?|ing) the place|toma el relevo|prend la place|prende il posto|toma o lugar|ausstieg|abkehr|abschalt\w{1,4}|trennen uns|trennung|verlassen|kundigen|remplac\w{1,6}|quitt\w{1,4}|abandonn\w{1,4}|sortie|decommission\w{1,6}|sustitu\w{1,6}|reempla[zc]\w{1,6}|dej(?:ar|amos|ando|ado)(?: de usar| atras)?|abandon\w{1,5}|retirada|ya no (?:usamos|utilizamos|trabajamos)|vervang\w{1,4}|vervanging|afscheid(?: nemen)?|(?:gaan|gingen) (?:we )?weg bij|weg van|uitfaser\w{1,4}|sostitu\w{1,6}|abbandon\w{1,5}|dismett\w{1,5}|dismission\w|lasci(?:amo|are|ato)|substitu\w{1,6}|deix(?:ar|amos|ando)(?: de usar)?|troc(?:ar|amos|ando|a)|sain(?:do|mos)|zastap\w{1,6}|zastep\w{1,6}|odchodzimy|odeszlismy|odejscie|rezygn\w{1,6}|wycof\w{1,8})(?: (?:of|for|von|vom|de|du|des|d|from|aus|a|van|di|del|dal|da|do|od|z|wir|we|wij|to))?$/
const AFTER_LEAVING =
  /^(?:(?: (?:servers?|instances?|setup|accounts?|orgs?|clusters?|jobs?|licen[cs]es?|boards?|workspaces?|pipelines?) |, which | )(?:is|are|was|were|has been|have been|will be|gets|wird|wurde|werden|soll|sera|est|a ete|fue|esta siendo|ha sido|wordt|werd|viene|sara|e stato|foi|esta sendo|zostal|jest|zostanie|haben wir|losen wir|ersetzen wir|vervangen we|hebben we)\b[^,;.]{0,60}?|(?: (?:durch|door|par|por|con|przez) (?:\S{1,20} ){0,2}¤)? (?:(?:\S{1,20} ){0,3}(?=(?:abge|erset|vervang|uitge|stopge)))?(?:zu )?)(?:replaced|phased out|retired|sunset|decommissioned|switched off|shut down|turned off|on its way out|going away|goes away|abgelost|ersetzt|ersetzen|ablosen|abgeschaltet|abgeschafft|gekundigt|remplace|abandonne|reemplazad[oa]|sustituid[oa]|vervangen|uitgefaseerd|uitfaseren|stopgezet|sostituit[oa]|dismess[oa]|substituid[oa]|zastapion[eya]|zastepowan[eya]|wycofan[eya]|wycofywan[eya])\b/
const NO_LONGER_AFTER =
  /^ [^,;.¤]{0,30}\b(?:no longer|anymore|nicht mehr|niet (?:meer|langer)|non piu|nao mais|juz nie|ya no)\b/
const NO_LONGER_BEFORE =
  /\b(?:nicht mehr (?:im einsatz|genutzt):|no longer (?:used|in use):|plus utilise\w{0,2} ?:|ya no se usan?:|n \w{1,20} plus|nicht mehr|(?:niet|geen) (?:langer|meer)|non \w{1,20} piu|nao \w{1,20} mais|juz nie \w{1,20}(?: z)?|nutzen kein\w{0,2} mehr)(?: (?:avec|mit|met|con|com|auf|sur|de|em))?$/

/** "…, which we are replacing", "Jira-Ablösung", "… before we moved". */
const LEFT_NEXT =
  /^(?: (?:goes|is going|has to go|must go|will go)(?= (?:at the end|by|this|next|soon|away|in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|q\d|20\d\d))\b)|,? (?:which|that|das|den|que|qui|dat|che|ktor\w{1,3}) (?:\S{1,20} ){0,4}(?:replac\w{1,4}|leav\w{1,3}|phas\w{1,3}|retir\w{1,3}|ablos\w{1,3}|ersetz\w{1,3}|remplac\w{1,4}|quitt\w{1,4}|sustitu\w{1,5}|reempla\w{1,6}|vervang\w{1,3}|sostitu\w{1,5}|substitu\w{1,5}|zastep\w{1,5})| days are (?:over|behind|gone)| (?:(?:contract|subscription) )?(?:is|will) not (?:be )?(?:renewed|extended)\b| (?:contract|licen[cs]es?|subscription) (?:run out|lapse|expire)\b| and (?:switch|turn|shut) it (?:off|down)\b| (?:contract )?(?:ends|expires|runs out)\b| (?:are|is) numbered| has had its day| (?:wollen|mochten|mussen|gehen|ziehen|kommen) wir (?:\S{1,20} ){0,2}weg| (?:is|are) (?:about to go|on (?:its|the) way out|being wound down|end of life)| (?:reaches|reached) (?:the )?end of life| (?:takes|took) its leave| den rucken| hat ausgedient| (?:muss|musste) ¤ weichen| (?:will )?makes? way| cede la place| a laisse (?:la|sa) place| lascia il posto| da lugar| maakt plaats| cede (?:el|su) (?:lugar|sitio|puesto)| ustepuje miejsca| (?:\S{1,20} )?will be (?:torn down|closed|shut|deleted)| (?:is|are|was) (?:gone|history|dead|ditched)| ist geschichte|[ -](?:ablosung|ablose|abschaltung|replacement|exit|sunset|decommissioning|vervanging)| (?:before|until|till) (?:we|switching|moving|migrating|last|20\d\d))\b/
/** "We are still on Jenkins, but moving": the rest of the sentence decides. */
const STILL =
  /\b(?:still (?:on|use|run|using|running|in)|noch (?:auf|mit|bei|in)|encore (?:sur|avec)|(?:aun|todavia) (?:en|con|usamos)|nog (?:op|met|in)|ancora (?:su|con)|ainda (?:no|na|com|usamos)|(?:after|nach|apres|tras|na|dopo|apos|po) (?:\S{1,20} ){0,4}(?:on|with|mit|auf|avec|sur|con|met|op|com|z))$/

/** "Bring us from Zendesk to Intercom": a move, but only with both ends. */
const CARRY =
  /\b(?:bring(?:ing)?|tak(?:e|ing)|get(?:ting)?|lift(?:ing)?|shift\w{0,3}|going|go|chang(?:e|ing)|transfer\w{0,4}|upgrad(?:e|ing)|heben|bringen|bringst|amener|llevar|llevas|brengen|portare|levar)\b/
/** "phasing Zendesk out", "winding Zendesk down". */
const OUT_OR_DOWN = /^ (?:out|down|off)\b(?! of)/
const PHASING = /\b(?:phas(?:e|ing)|wind(?:ing)?|shut(?:ting)?|tak(?:e|ing)|switch(?:ed|ing)?|turn(?:ed|ing)?)$/

/** "Migrate Jenkins to GitHub Actions", "the Zendesk to Intercom migration", "Zendesk auf Intercom umstellen". */
const TO_ANOTHER =
  /^ ?(?:to|into|onto|nach|auf|zu|vers|a|hacia|naar|na|do|para|-to-|->|→|=>)(?: (?:our|the|new|unser\w{0,2}|neue[mnrs]?|o|le|la|el|il|al|een|nieuwe))? ?¤/

/** "Swap Mailchimp for Brevo", "cambiar Mailchimp por Brevo". */
const SWAP = /\b(?:cambi\w{1,4}|troc\w{1,3}|trad(?:e|ing)|tausch\w{0,3}|swap\w{0,4}|exchang\w{1,3}|remplac\w{1,4})$/
const FOR_ANOTHER = /^ (?:for|por|pelo|gegen|durch|par|con|door) (?:\S{1,20} ){0,2}¤/

/** "Our contract with Salesforce ends in June". */
const CONTRACT = /\b(?:contract|vertrag|contrat|contrato|contratto) (?:with|mit|avec|con|met|com)$/
const ENDS =
  /^ (?:ends|expires|runs out|is up|lauft (?:\S{1,20} ){0,4}aus|endet|(?:se )?termine|prend fin|expire|termina|acaba|vence|scade|loopt (?:\S{1,20} ){0,4}af|eindigt)\b/

const IN_FAVOUR = /^ (?:in favou?r of|zugunsten|au profit d|a favor de|ten gunste van|a favore di|na rzecz)/

/** The employer left it, or is about to: "moved off", "migrating from", "replacing". `text` is the clause up to the tool. */
/** "The days of Jira are over", "wir lösen gerade Salesforce ab". */
const DAYS_OVER = /^ (?:\S{1,20} )?(?:are|will soon be) (?:over|gone|numbered|behind)\b/
const LOSEN = /\b(?:losen|lost|losten)(?: [^\s¤]{1,20}){0,3} ?$/
const AB = /^(?: \S{1,20}){0,3} ab\b/

export function isLeft(text: string, after: string): boolean {
  const before = withoutSmallWords(text)
  if (FROM.test(before) && MOVE.test(before) && !MOVED_DATA.test(before)) return true
  if (FROM.test(before) && TO_ANOTHER.test(after) && CARRY.test(before) && !MOVED_DATA.test(before)) return true
  if (PHASING.test(before) && OUT_OR_DOWN.test(after)) return true
  if (LEAVING.test(before) || NO_LONGER_BEFORE.test(before)) return true
  if (TO_ANOTHER.test(after) && (MOVE.test(before) || MOVE.test(after.slice(0, 60)))) return !MOVED_DATA.test(text)
  if ((/\bdays of$/.test(before) && DAYS_OVER.test(after)) || (LOSEN.test(text) && AB.test(after))) return true
  if (CONTRACT.test(before) && ENDS.test(after)) return true
  if (IN_FAVOUR.test(after) || (SWAP.test(before) && FOR_ANOTHER.test(after))) return true
  if (STILL.test(before) && MOVE.test(after.slice(0, 80))) return true
  return LEFT_NEXT.test(after) || AFTER_LEAVING.test(after) || NO_LONGER_AFTER.test(after)
}

const UNTIL =
  /\b(?:(?:until|till|up to) (?:last|this|recently|early|late|the end|\w{3,9} 20\d\d|20\d\d)|bis (?:letzte[ns]?|vor|zum (?:jahr\w{0,8}|fruhjahr|sommer|herbst|winter)|ende|anfang|mitte|\w{3,9} 20\d\d|20\d\d)|jusqu'(?:en|a l'an|au|il y a|a l'annee|a recemment)|hasta (?:el ano|hace|finales|principios|20\d\d)|tot (?:vorig|voor kort|eind|begin|vorige|20\d\d)|fino (?:al|all'|a|al)\b|ate (?:o ano|recentemente|20\d\d|o fim)|do (?:zeszlego|niedawna|konca|20\d\d))\b/
/** The employer used to use it. */
const USED_ONCE =
  /\b(?:used to (?:use|run|work|be|have|rely|plan|sell)|(?:were born|was born|grew|grown) out of|(?:we|wir) (?:\S{1,20} )?(?:used|ran|had|were on|started (?:out )?(?:on|with))|once (?:used|ran)|(?:previously|formerly) (?:used|ran|on|with|worked)|fruher|ehemals|zuvor|auparavant|autrefois|utilisions|etions sur|travaillions|anteriormente|usabamos|utilizabamos|trabajabamos|vroeger|voorheen|gebruikten|werkten|in passato|usavamo|utilizzavamo|lavoravamo|antigamente|usavamos|utilizavamos|trabalhavamos|wczesniej|dawniej|uzywalismy|korzystalismy|pracowalismy)\b/
const LONG_AGO = /\b(?:in the past|back then|years ago|early days|bislang|bisher|antes)\b/

export function isUntil(clause: string): boolean {
  return UNTIL.test(clause)
}

/** "We used to run Jenkins". The candidate's own past is a requirement. */
export function wasUsedOnce(before: string): boolean {
  return USED_ONCE.test(before)
}

export function isLongAgo(before: string): boolean {
  return LONG_AGO.test(before)
}

const NEGATED =
  /\b(?:do(?:es)? not|don't|doesn't|not|never|nobody|none|haven't|hasn't|can't|cannot|needn't|avoid(?:s|ing)?|skip(?:ped|s|ping)?|allergic|hardly any|ban(?:ned|s)?|rather (?:\S{1,20} ){1,4}than|jamais|aucune?|nessun[ao]?|nenhum\w?|nunca|nigdy|vermeiden|verzichten(?: wir)?(?: bewusst)? auf|evitons|evitamos|vermijden|evitiamo|unikamy|forget(?: about)?|tired of|neither|nor|isn't|aren't|won't|no (?:need|prior|previous|knowledge|experience|usamos|utilizamos|trabajamos|necesit\w{1,5}|hace|es|se|tenemos|hay|requ\w{1,6})|kein\w{0,2}|nicht|weder|noch nie|pas|ni|tampoco|geen|niet|nooit|non|mai|nao|nem|nie|zadn\w{1,4}|ani)\b(?! (?:only|just|nur|seulement|solo|alleen|apenas|tylko|limited))(?: \S{1,30}){0,5} ?$/
/** Not used on purpose, without a "not": "we steer clear of Kubernetes", "nous nous passons de Jira". */
const AVOIDED =
  /\b(?:(?:stay|steer|keep|kept|shy|stayed|steered|staying|steering|keeping|shying) (?:well )?(?:away|clear)|hands off|refus(?:e|es|ed|ing)|opt(?:ed|ing|s)? out|free of|turned down|resist\w{0,3}|(?:nous nous|on se) pass(?:ons|e)(?: \S{1,20})?|(?:nous|se) passer|(?:swiadomie|celowo) (?:\S{1,20} )?rezygnujemy|abrimos mao|dispensamos)(?: (?:of|from|to|use|using|adopt|run|the|temptation|d|de|du|do|da|o|a|z|ze)){0,4} ?$/
const INSTEAD =
  /\b(?:instead of|rather than|without|ohne|statt|anstatt|anstelle(?: von)?|plutot que|au lieu de|sans|en lugar de|en vez de|sin|in plaats van|zonder|invece di|al posto di|senza|em vez de|sem|zamiast|bez)(?: \S{1,20})? ?$/
const WITHOUT_ANY =
  /\b(?:without (?:an?|any|having|using|needing)|ohne (?:ein\w{0,2}|jede\w{0,1})|sans (?:aucune?|une?)|sin (?:ningun[ao]?|una?|usar)|zonder (?:een|enige?)|senza (?:alcuna?|una?)|sem (?:nenhuma?|uma?)|bez (?:zadn\w{1,4}))(?: \S{1,20}){0,4} ?$/
/** "We chose HubSpot over Salesforce", not "we talk over Slack"; "weder Jira noch Asana". */
const CHOSEN_OVER = /^ (?:over|noch) ?$/
const NO_TOOL = /(?:^|with |there is |there's |, |: |means |use |have |run |and |or )(?:no|zero) ?$/
const AFTER_NEGATED =
  /^-(?:free|frei)\b|^(?: |-)[^,;.¤]{0,40}\b(?:not (?:required|needed|necessary|used|our|part|mandatory|a must|something)|isn't|aren't|no must|nowhere|to a minimum|in vain|buiten de deur|deliberately absent|banned|banni|verboten|verzichten wir|haben wir nichts|vergeblich|kein muss|nicht|niet|n'est pas|ne sont pas|no es|no se|non e|nao e|nie jest|niewymagan\w)\b(?! (?:only|just|nur))/

export function isAvoided(before: string): boolean {
  return AVOIDED.test(before)
}

export function isNegated(before: string, after: string): boolean {
  const near = before.slice(Math.max(before.lastIndexOf(','), before.lastIndexOf(':'), before.lastIndexOf('(')) + 1)
  return (
    NEGATED.test(near) ||
    INSTEAD.test(near) ||
    WITHOUT_ANY.test(near) ||
    CHOSEN_OVER.test(near) ||
    NO_TOOL.test(before) ||
    AFTER_NEGATED.test(after)
  )
}

const RIVAL =
  /\b(?:compet(?:e|es|ed|ing|itors?|ition|itive)|rivals?|battle ?cards?|versus|vs|alternatives? to|unlike|better than|than ¤|displac(?:e|es|ing)|outperform\w{0,3}|out-?sell\w{0,3}|challeng(?:er to|ers to|e ¤|ing ¤)|disrupt(?:s|ing)? ¤|tak(?:e|es|ing) on (?:the )?¤|going after|take (?:\S{1,20} )?share from|incumbents?|giants|before us|marktanteile|parts? de marche|cuota de mercado|think of us|pens(?:ez|e) a nous|zie ons als|stell\w{0,2} (?:dir|euch) uns|piensa en nosotros|imaginate|pensa a noi|pensaci come|pense em nos|zu (?:schwer|teuer|gross|komplex|kompliziert|langsam|sperrig)|trop (?:cher|lourd|complexe|lent)|demasiado (?:car[oa]|grande|complej[oa]|lent[oa])|troppo (?:car[oa]|compless[oa]|lent[oa]|pesante)|te (?:duur|zwaar|groot|complex)|(?:admire|admires|inspired by|look up to|envy)|(?:cheaper|faster|simpler|smarter|easier|nicer|kinder|lighter|(?:more|less) \S{1,20}) than|against ¤|head[- ]to[- ]head|the next ¤|ahead of ¤|where ¤ (?:falls|fails|stops|ends)|(?:gunstiger|einfacher|schneller|schlanker) als|(?:moins cher|plus simple|plus rapide) que|mas (?:barat[oa]|sencill[oa]|rapid[oa]) que|(?:contre|contra|contro) ¤|too (?:big|expensive|heavy|complex|slow)|(?:pick|choose|prefer|chose|picked|preferred) us|differentiat\w{1,4}|objections?|compar(?:ed?|isons?|ing) (?:\S{1,20} ){0,2}(?:to|with|against)|replaces|(?:win|wins|winning|won) (?:\S{1,20} ){0,3}(?:from|over)|(?:position\w{0,10}|win|wins|winning|won|deals?|sell|selling|sells|pitch|pitching|stand|stands|up|gewinn\w{0,3}|verkauf\w{0,3}|behaupt\w{0,3}|antret\w{0,3}|vend\w{1,4}|gagn\w{1,4}|gan\w{1,4}|verko\w{1,4}|winnen|opnemen|nemen) (?:\S{1,20} ){0,4}(?:against|gegen|gegenuber|tegen|contre|contra|contro)|gegen ¤|tegen ¤|beats?|beating|wettbewerb\w{0,8}|konkurr\w{1,8}|alternativen? zu|anders als|besser als|im vergleich zu|vergleich\w{1,4} uns|nous comparons|nos comparamos|nuestra competencia|abgrenz\w{1,4}|platzhirsch\w{0,3}|comparison pages?|decided against|(?:alternativ\w{1,5}|alternativa) (?:\S{1,20} )?(?:a|dla|to|zu|voor|al)|concurren(?:ts?|ce|cer|cons)|face a|par rapport a|contrairement a|mieux que|alternative (?:\S{1,20} )?(?:a|au)|geants|defi(?:er|ons)|alternatives? a|competi(?:mos|r|dor\w{0,4})|la competencia|frente a|mejor que|gigantes|a diferencia de|alternativas? a|concurr(?:eren|eert|ent|enten|entie)|tegenover|beter dan|in tegenstelling tot|alternati(?:ef|even) voor|competere|concorren\w{1,6}|rispetto a|meglio di|a differenza di|concorr\w{1,8}|melhor que|ao contrario d\w{1,2}|konkur\w{1,8}|lepsz\w{1,2} niz|w przeciwienstwie)(?!\w)/
const FORMER =
  /\b(?:(?:came|come|comes|coming|joined us|join us|hired|hail|poach\w{0,3}) (?:\S{1,20} ){0,2}from|alumn\w{1,2}|veteran(?:s|os|as)?|ex-(?:\w{1,30}|¤)|ex ¤|antig[oa]s (?:\S{1,20} )?(?:funcionari|colaborador|empregad|executiv|engenheir)\w{1,3}|passage(?:m|ns) (?:por|pel[ao])|(?:fundou|fundaram|criou|criaram)|sairam d[aeo]|trabalharam (?:antes )?(?:n[ao]|em|para)|on (?:their|our|your) (?:cvs?|resumes?)|employee (?:number|no)|would hire|products for ¤|gross (?:gemacht|geworden)|(?:pasado|passou|passe|passes) (?:por|par)|esperienze in|founding team|grundungsteam|equipe fondatrice|equipo fundador|(?:bunch|group) of [^;.¤]{0,40}¤|(?:team|equipo|equipe|zespol) (?:\S{1,20} ){0,2}(?:formad[oa]|cresciut[oa]|issue?|verdiende)|sprzedawal[ea]s|(?:two|three|four|several|early) ¤ (?:engineers|employees|people|veterans)|(?:people|engineers|leaders|operators|team|those) who (?:\S{1,20} )?(?:built|scaled|led|founded|grew|ran|created|shipped|helped|sold|worked|spent)|(?:previous |former )?employers?|arbeitgeber\w{0,2}|employeurs?|empleadores|werkgevers?|pracodawc\w{1,3}|(?:vendido para|vendu pour|verkauft fur|verkocht voor)|former|founded by|founders? (?:of|from)|(?:team|people|minds) behind|(?:makers|creators) of|(?:work(?:ed|ing)?|sold|selling|built|gearbeitet|travaille|gewerkt|lavorato) (?:for|at|fur|bei|chez|pour|voor|bij|per|presso) ¤|joined (?:\S{1,20} ){0,3}from|(?:left|leaves|quit|departed|went on) (?:\S{1,20} ){0,2}(?:for|to join) ¤|(?:co-?)?founders|grunder(?:team|innen)?|fondateurs|fondatrices|fundadores|oprichters|fondatori|zalozyciele|ehemalige[mnrs]?|komm(?:en|s?t) (?:\S{1,20} ){0,2}von|kam(?:en)? von|fruher (?:\S{1,20} ){0,2}bei|(?:viennent|vient|venez|viens|venir) (?:\S{1,20} ){0,2}de|venus? de|anciens? (?:de|d|employes?|ingenieurs?|salaries)|anciens ¤|passes? (?:par|chez)|(?:vienen?|vienes|vengas|proviene[ns]?) (?:\S{1,20} ){0,2}de|proceden(?:tes)? de|ex emplead\w{1,2}|kom(?:en|t)? (?:\S{1,20} ){0,2}van|oud-\w{1,20}|(?:vengono|viene|vieni|provieni|arriva(?:no)?) da|provengono da|ex dipendenti|(?:vieram|veio) d[aeo]|vem d[aeo]|pochodz\w{1,3} z|(?:firmen|unternehmen|konzernen?|scale-ups?|entreprises|societes|empresas|bedrijven|aziende|firmach) (?:wie|comme|telles? que|como|als|zoals|come|takich jak)|(?:an?|eine[mnrs]?|ein|une?|een|una|uma) (?:\S{1,20} ){0,2}(?:company|vendor|startup|scale-up|business|firm|unternehmen|firma|anbieter|entreprise|editeur|empresa|proveedor|bedrijf|leverancier|azienda|fornecedor) (?:such as|like|wie|comme|tel(?:le)?(?: que)?|como|zoals|come)|byli pracownicy)(?!\w)/
/** A colleague's past: "Our CTO spent six years with Gong". */
const COLLEAGUE =
  /\b(?:(?:ceo|cto|cfo|coo|cmo|cro|cpo|vp|president|director|head|manager|boss|chef\w{0,2}|geschaftsfuhrer\w{0,3}|leiter\w{0,3}|directrice|directeur|director|directora|direttor[ei]|direttrice|diretor|diretora|dyrektor\w{0,2}) (?:\S{1,20} ){0,4}(?:was|were|spent|led|worked|joined|grew|helped|started|launched|founded|sold|scaled|built|wrote|created|ran|headed|oversaw|a lance|took|brought|turned|kam|kommt|war|hat (?:\S{1,20} ){0,3}bei|bouwde|startte|crecio|creo|fundo|passou|cresceu|spedzil\w{0,2}|a passe|a cree|ha fondato|arbeitete|leitete|vient|a travaille|a dirige|etait|viene|trabajo|dirigio|komt|werkte|leidde|lavorava|ha lavorato|ha guidato|veio|trabalhou|liderou|pracowal\w{0,2}|przyszedl)|(?:team|people|colleagues|engineers|leaders|leadership|board|advisors|members) (?:\S{1,20} ){0,4}(?:spent|worked|joined|came|sold|led|scaled|hired away))\b/
const AT_A_COMPANY =
  /\b(?:at|bei|chez|bij|presso)(?: (?:companies|firms|places|startups|scale-ups|vendors|unternehmen|firmen|anbietern|entreprises|bedrijven|aziende)(?: (?:like|such as|wie|comme|zoals|come))?)? ?$/
/** "at Google, Stripe and": companies, not tools. Here capitals matter, and "At Acme, Jira is …" is not such a list. */
const AMONG_COMPANIES =
  /\b(?:at|bei|chez|bij|presso) (?:\p{Lu}[^\s,]{0,20},? (?:(?:and|or|und|oder|et|ou|y|o|en|of|e) )?){1,6}$/u
const SKILLED_AT = /\b(?:good|great|skilled|adept|expert|excel|proficient|strong|better) at ?$/
const PEOPLE_FROM =
  /\b(?:engineers|people|leaders|team|operators|founders|colleagues|members|talent|folks|backgrounds?|experience) (?:\S{1,20} ){0,3}from [^;.¤]{0,60}$/
/** A customer, an owner, a neighbour. */
const RELATED =
  /\b(?:next door to|around the corner from|across (?:the street )?from|opposite|above|(?:^|[ ,])(?:what|ce que|lo que|quello che|cio che|wat|o que)|inspiration from|(?:who|that|which) (?:also )?(?:backed|funded|financed)|(?:acquired|taken over|owned) by|(?:rachete\w{0,2}|acquis\w{0,2}|repris\w{0,2}) par|(?:adquirid[oa]s?|comprad[oa]s?) por|(?:acquisit[aeio]|comprat[aeio]) da|overgenomen door|led by|funded by|sold to|sells? to|selling to|bought by|spun out of|part of the|subsidiary of|next to|customer is|customers are|(?:customers|clients|partners):|(?:logos|names) like|just (?:won|signed|closed)|relationships? with|alliance with|deal with|co-?market\w{0,3} with|benchmarks? of|comparisons? of|reviews of|hire for|hiring for|recruit for|seen in|featured (?:in|on|by)|case stud(?:y|ies) (?:with|on|about|of)|mentioned (?:in|by))(?: the)? ?$/
const UNDECIDED =
  /\b(?:if we|roadmap|once (?:the|our) budget|sooner or later|we will need|we(?:'re| are) looking at|liebaugeln|we kijken naar|de olho|estamos mirando|stiamo guardando|przygladamy|you (?:might|may|could) (?:use|choose|pick|prefer)|whatever you|your choice|of your choice|next year|no (?:plans|intention)|business case|make the case|wish ?list|we wish|(?:shall|should) we|recommend (?:if|whether)|shopping (?:around )?for|vendor selection|a trial of|a demo of|(?:would|might) be overkill|evaluat(?:e|es|ing) (?:if|tools|vendors|options|¤|a (?:move|switch|purchase))|whether|(?:choose|pick|select|decide|choosing|selecting|picking|deciding) (?:\S{1,20} ){0,4}(?:between|among)|bake-off|proof of concept|ob wir|elegir entre|choisir entre|choix entre|kiezen tussen|scegliere tra|escolher entre|wybor miedzy|considering|(?:follow|find|review) us on|thinking (?:about|of)|denken (?:\S{1,20} ){0,3}nach|nachdenken|decide if|choice between|shortlist\w{0,3}|we (?:might|may|could)|perhaps|maybe|one day|some day|not decided|undecided|rfp|uberlegen|prufen (?:wir|derzeit|gerade|ob)|erwagen|vielleicht|envisage(?:ons|r)|hesitons|peut-etre|estamos evaluando|evaluamos|consideramos|quizas?|tal vez|overwegen|misschien|stiamo valutando|valutiamo|forse|avaliando|talvez|rozwazamy|byc moze|(?:trial\w{1,5}|pilot\w{0,3}|test(?:s|ed|ing)?|try(?:ing)?)(?: out)? ¤|(?:evaluier\w{1,3}|testen|evaluons|testons|probamos|testiamo|testamos|testujemy)(?: (?:derzeit|gerade|aktuell|actuellement|ahora|nu|momenteel|ora|agora|teraz))? ¤)(?!\w)/

/** "A Salesforce partner", "the Salesforce for dentists", "a Jira killer". */
const AFTER_ELSEWHERE =
  /^(?: |-)(?:(?:gold|silver|platinum|diamond|elite|premier|certified|official|registered|strategic|solution|consulting|technology) ){0,2}(?:partner(?:s|ship|schaft)?|partenaire|socio|resellers?|consultanc\w{1,3}|agenc(?:y|ies)|agentur(?:en)?|integrators?|ecosystem|oekosystem|okosystem|alumni|alumnus|conference|summit|meetup|ventures|tower|awards?|credits|accelerator|killer|competitors?|customers|as (?:new )?(?:customers|clients|partners|investors|references)|appexchange|app exchange|app store|admins|community|communities|blog|careers|trusts? us|loves? us|rel(?:y|ies) on us|uses? us|(?:was|did|does) (?:for|to) |is (?:broken|dead|outdated|slow)|has become an? |(?:are|is) (?:among )?(?:our )?(?:neighbou?rs|customers|clients|investors|partners|competitors))\b/
/** "AWS, our launch partner", "Contoso, our largest customer": a customer or partner of the employer. */
const OUR_PARTNER =
  /^, (?:our|unser\w{0,2}|notre|nuestr[oa]|onze|il nostro|noss[oa]) (?:(?:launch|strategic|go-to-market|channel|alliance|design) partner|(?:\S{1,20} )?(?:customer|client|investor|kunde|cliente?|klant))\b/
/** "Was Stripe für Shops ist". */
/** "Wir wurden von Salesforce übernommen". */
const BOUGHT_BY = /^ (?:\S{1,20} )?(?:ubernommen|gekauft|erworben)\b/
const WHAT_IT_IS = /^ (?:fur|bei|in) [^,;.¤]{0,60}\b(?:hat|ist|war|macht|kann|konnte)\b/
const THE_TOOL_FOR = /(?:^| )(?:the|das|le|la|el|het|il|o) ?$/
/** Some languages give names an article: "Usamos o Zendesk para o suporte". */
const ARTICLE_AFTER_VERB =
  /\b(?:us(?:o|a|as|amos|am|iamo|ano|ar)|utili[sz]\w{1,6}|administr\w{1,6}|gerimos|gerencia\w{0,4}|gesti\w{1,6}|gebruik\w{0,3}|nutzen|verwenden) (?:o|a|el|la|il|lo|le|het|das) $/

/** Sold against, left by people, not bought yet: names in these clauses don't count as tools. */
export function isElsewhere(clause: string, before: string, after: string, written: string): boolean {
  if (AMONG_COMPANIES.test(written)) return true
  if (
    AFTER_ELSEWHERE.test(after) ||
    OUR_PARTNER.test(after) ||
    (/\bvon $/.test(before) && BOUGHT_BY.test(after)) ||
    (/\bwas $/.test(before) && WHAT_IT_IS.test(after)) ||
    (THE_TOOL_FOR.test(before) &&
      !ARTICLE_AFTER_VERB.test(before) &&
      /^ (?:for|of|fur|pour|para|voor|per) /.test(after))
  )
    return true
  if (AT_A_COMPANY.test(before) && !SKILLED_AT.test(before) && !before.endsWith('weg bij ')) return true
  return (
    RIVAL.test(clause) ||
    FORMER.test(clause) ||
    COLLEAGUE.test(before) ||
    (PEOPLE_FROM.test(before) && !MOVE.test(before)) ||
    RELATED.test(before) ||
    UNDECIDED.test(clause)
  )
}
