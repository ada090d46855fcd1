// Whether the words around a tool show that people work with it; see mention-cues.ts. Otherwise a name is a comparison,
// an example or a dream: "Think of us as Figma for buildings", "We admire how Stripe writes".

import { AFTER_OWN } from './skill-cues.ts'

/** Right before the tool: "reports in", "administer", "our", "stack:". */
const WORKED_WITH =
  /(?:^|[\s('"/])(?:in|into|inside|within|on|onto|with|via|through|using|to|over|across|between|from|by|under|out of|mit|auf|uber|im|ins|am|zu|zum|zur|nach|aus|von|vom|per|dans|avec|sur|vers|en|par|depuis|sous|con|sobre|a|hacia|mediante|desde|met|op|naar|door|uit|vanuit|binnen|su|tramite|verso|nel|nella|nello|nell|sul|sulla|col|da|dal|no|na|nos|nas|em|com|por|pelo|pela|ao|para|w|we|z|ze|do|przez|our|ours|unser(?:e[mnrs]?)?|notre|nos|nuestr[oa]s?|ons|onze|nostr[aeio]|noss[oa]s?|nasz(?:a|e|ego|ej|ych|ym|ymi)?|(?:tech-?|technology |data )?stack|day to day|daily tools|au quotidien|im alltag|taglich|a diario|dagelijks|ogni giorno|no dia a dia|na co dzien|terrain de jeu|spielwiese|playground|tools|tooling|toolset|toolkit|toolbox|technologies|technologien|werkzeuge|outils|herramientas|strumenti|ferramentas|narzedzia|umgebung|environnement|entorno)(?: ?:| is| are| includes?| consists of| ist| sind| umfasst| comprend| inclut| incluye| bevat| comprende| inclui| to)?(?: (?:our|the|an?|new|own|existing|internal|global|central|company-wide|shared|daily|also|both|entire|whole|full|latest|modern|cloud|platforms?|tools?|tool|systems?|software|crm|erp|ats|cms|hris|bi|dem|den|der|die|das|ein\w{0,2}|neue[mnrs]?|unser\w{0,2}|zentrale[mns]?|le|la|les|l|d|notre|nos|nouve(?:au|lle)|el|los|las|nuestr[oa]s?|nuev[oa]|de|het|een|onze|ons|nieuwe?|il|lo|i|gli|nostr[aeio]|nuov[oa]|o|os|as|nov[oa]|noss[oa]s?|naszym|nasz\w{0,3}|now\w{1,3}|systemie|narzedziu)){0,4}[\s('":]{0,3}$/

/** A verb of work with the tool as its object, or a sentence of the employer about how it works. */
const WORKS =
  /\b(?:us(?:e[sd]?|ing)|work(?:s|ed|ing)?|run(?:s|ning)?|rel(?:y|ies|ied|ying)|administ\w{1,8}|admin|manag(?:e[sd]?|ing|ement)|look(?:s|ed|ing)? after|tak(?:e|es|ing) care of|kummer\w{1,3}|own(?:s|ing)?|maintain\w{0,4}|maintenance|configur\w{1,6}|customi[sz]\w{1,5}|optimi[sz]\w{1,6}|operat(?:e[sd]?|ing)|oversee\w{0,3}|monitor\w{0,4}|buil[dt](?:s|ing)?|develop\w{0,4}|extend\w{0,4}|support\w{0,4}|automat\w{1,4}|implement\w{0,6}|introduc\w{1,4}|deploy\w{0,5}|roll(?:s|ed|ing)?(?: out)?|set(?:ting)? up|integrat\w{1,4}|connect\w{0,4}|host(?:s|ed|ing)?|track(?:s|ed|ing)?|plan(?:s|ned|ning)?|report(?:s|ed|ing)?|document\w{0,4}|log(?:s|ged|ging)?|live[sd]?|organi[sz]\w{1,4}|instrument\w{0,4}|chose|choose|picked|adopt\w{0,4}|moved?|moving|migrat\w{1,4}|switch\w{0,4}|upgrad\w{1,4}|launch\w{0,4}|rollout|powered|standardi[sz]\w{1,4}|bet on|scal(?:e[sd]?|ing)|keep(?:s|ing)?|clean\w{0,3}|improv\w{1,4}|lead\w{0,3}|drive|design\w{0,4}|write|feeds|reconcil\w{1,4}|ship\w{0,4}|talk\w{0,3}|chat|communicat\w{1,4}|collaborat\w{1,4}|query|model\w{0,4}|analy[sz]\w{1,4}|evaluate|love|have|replac\w{1,6}|nutz\w{1,4}|arbeit\w{1,4}|verwend\w{1,4}|setz\w{1,3}|betreib\w{1,4}|betreu\w{1,4}|administrier\w{1,4}|verwalt\w{1,4}|pfleg\w{1,4}|wart\w{1,4}|konfigurier\w{1,4}|entwickel\w{1,4}|bau\w{1,4}|einfuhr\w{1,4}|fuhr\w{1,4}|einsatz|optimier\w{1,4}|hosten|laufen|lauft|uberwach\w{1,4}|steuer\w{1,4}|dokumentier\w{1,4}|plan(?:en|st)|erstell\w{1,4}|ausbau\w{0,4}|weiterentwick\w{1,6}|verantwort\w{1,6}|utilis\w{1,6}|travaill\w{1,4}|administr\w{1,6}|ger(?:ez|er|ons)|gestion|pilot\w{1,4}|parametr\w{1,6}|configur\w{1,6}|construi\w{1,5}|developp\w{1,4}|deploi\w{1,5}|deploy\w{1,4}|maintenir|maintenez|s'appuie|repose|tourne|migr\w{1,6}|usa(?:mos|r|ndo|mo)?|utiliz\w{1,7}|trabaj\w{1,6}|gestion\w{1,6}|mantener|mantendras|desarroll\w{1,6}|construi\w{1,6}|implant\w{1,6}|implement\w{1,7}|corre|gebruik\w{0,3}|werk\w{0,3}|beheer\w{0,3}|beher\w{1,3}|onderhoud\w{0,3}|bouw\w{0,3}|ontwikkel\w{0,3}|richt\w{0,2}|inricht\w{0,3}|draai\w{0,3}|draait|implementeer\w{0,3}|utilizz\w{1,6}|usiamo|userai|lavor\w{1,6}|gestir\w{1,3}|gesti(?:sci|re|amo)|amministr\w{1,6}|svilupp\w{1,6}|costru\w{1,6}|trabalh\w{1,6}|ger(?:ir|enciar|ira)|administrar\w{0,2}|desenvolv\w{1,6}|mant\w{1,4}|uzyw\w{1,5}|korzyst\w{1,5}|prac(?:uj\w{1,4}|owa\w{1,4}|ujemy)|zarzadz\w{1,5}|administr\w{1,6}|rozwij\w{1,5}|wdraz\w{1,5}|wdrozen\w{1,4}|buduj\w{1,4}|utrzym\w{1,6}|stos\w{1,6}|stack|toolbox|responsible|accountable|point of contact|mise en place|mantenimiento|manutencao|obslug\w{1,2}|owner|go-to|in charge|champion|zustandig|responsables?|charge|verantwoordelijk|houdt?|bijhoud\w{0,2}|responsabile|occup\w{1,5}|responsavel|cuid\w{1,4}|odpowiedzialn\w{1,2}|odpowiada\w{0,2})\b/

/** "Our CRM is HubSpot", "our site is a Next.js app". */
const IS_OURS =
  /\b(?:our|unser(?:e[mnrs]?)?|notre|nos|nuestr[oa]s?|ons|onze|nostr[aeio]|noss[oa]s?|nasz(?:a|e|ym)?) (?:\S{1,30} ){1,4}(?:is|are|ist|sind|est|sont|es|son|zijn|e|sono|sao|to|jest|sa)(?: (?:an?|the|ein\w{0,2}|une?|una?|een|o|il|la|le|el|uma?)){0,1} $/

/** "Salesforce is where we track deals", "Snowflake powers our reports", "HubSpot workflows". */
const WORKED_AFTER =
  /^(?:'s)?[\s,-]{0,2}(?:(?:our|unsere?|notre|nuestr[oa]|onze|nostr[oa]|noss[oa]) |(?:is|are) (?:\S{1,20} )?(?:used|where|how|what|the (?:backbone|heart|home|core|source|tool|system|place)|your|at the)|(?:but also ¤ )?(?:is|are) used|as (?:our|your|the|a) |runs?|powers?|drives?|holds?|feeds?|: you (?:run|own|use|manage)|(?:\S{1,20} )?(?:alerts?|forms?|plans?|snippets?|dashboards?|reports?|reporting|workflows?|pipelines?|campaigns?|tickets?|boards?|instances?|orgs?|environments?|tenants?|accounts?|stack|setup|clusters?|warehouse|migration|rollout|implementation|automations?|umgebung|instanz|berichte|einfuhrung)\b|(?:wird|werden|ist|sind) (?:\S{1,20} ){0,2}(?:genutzt|eingesetzt|verwendet)|est utilisee?|se usa|se utiliza|wordt gebruikt|viene usato|e usado|jest uzywan\w{1,2})/

/** `before` is the clause up to the tool or its list. */
export function showsUse(before: string, after: string): boolean {
  return (
    AFTER_OWN.test(after) ||
    WORKED_WITH.test(before) ||
    WORKS.test(before) ||
    IS_OURS.test(before) ||
    WORKED_AFTER.test(after)
  )
}
