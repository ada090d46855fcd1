// Whether a sentence says that the employer uses a tool or asks the candidate for it, in folded words; see mention-cues.ts.

/** A requirement or a wish begins. */
const ASKED =
  /\b(?:(?:(?:customer|user|candidate|employee|buyer|guest|shopping|developer) )?experien(?:ced?|ces)|knowledge|skill(?:s|ed)?|expert(?:ise|s|-level)?|proficien\w{1,3}|familiar(?:ity)?|understanding|fluen(?:t|cy)|command of|master(?:y|ed)|hands-on|track record|years|background|certifi\w{1,8}|comfortable|confident|versed|exposure to|ability to|able to|capable|competen(?:t|ce|cy)|literate|literacy|savvy|grasp|at ease|at home (?:in|with)|confidence|power user|wizard|guru|helps if|would help|candidates?|you'll need|you need|(?:should|must|need to|who|already) (?:know|knows|have|has|can)|you(?:'ve|'d)|you can|you should|who (?:has|have|knows?|can)|having|requir\w{1,7}|must[- ]haves?|you(?:'ve| have) (?:\S{1,20} ){0,2}(?:used|worked|built|run|managed|administered|implemented|written|shipped)|you know|you bring|you have|nice[- ]to[- ]haves?|bonus|preferr?ed|prefer|ideally|desirable|a plus|qualifications?|looking for somebody with|someone with|we (?:expect|ask|value)|know-how|erfahrung\w{0,3}|erfahren\w{0,2}|berufserfahrung|\w{0,20}kenntniss?e?n?|kenntnis|umgang|vertraut|versiert|fit in|sicher in|(?:du|sie) (?:kennst|kennen|beherrsch\w{1,3}|bringst|bringen|hast|haben|verfug\w{1,3}|kannst|konnen)|kennst du|hast du|bringst du|idealerweise|wunschenswert|zertifi\w{1,10}|affinitat|routiniert\w{0,2}|zu hause|sattelfest|geubt\w{0,2}|bewandert|souveran\w{0,2}|gewandt|verstandnis|beherrschung|wir erwarten|experiences?|connaissances?|connaitre|connaissez|maitris\w{1,3}|a l'aise|competences?|vous (?:avez|savez|justifiez|connaissez)|tu (?:as|sais|connais)|pratique d\w{1,2}|idealement|atout|souhaite\w{0,2}|apprecie\w{0,2}|familier\w{0,2}|notions|aisance|rompue?|aguerrie?|habituee?|utilisation d\w{1,2}|bonne pratique|requis\w{0,2}|exige\w{0,2}|experiencia|conocimientos?|dominio|domin(?:as|ar)|manejo|conoces|sabes|has (?:trabajado|usado|utilizado)|tienes|valor(?:able|ara|aremos)|deseable|imprescindible|soltura|manejas|acostumbrad[oa]|experto|avanzado|te mueves|formacion en|requisitos?|familiari\w{1,5}|habilidades|competencias|ervaring|kennis|je (?:kent|hebt|beheerst|kunt)|ken je|heb je|bekend met|bekendheid|vertrouwd|vaardig\w{0,6}|affiniteit|ervaren|gecertificeerd|pluspunt|bij voorkeur|thuis in|bedreven|goed (?:met|in)|uit de voeten|weg in|handig met|overweg|esperienza|conoscenz[ae]|padronanza|competenz[ae]|dimestichezza|conosci|hai|sai usare|gradit[oa]|preferibil\w{1,5}|familiarita|utilizzo d\w{1,3}|buon[ao] uso|pratica d\w{1,3}|saper usare|requisit[oi]|conhecimentos?|vivencia|nocoes|facilidade|pratica com|dominar|saber usar|voce (?:conhece|domina|tem|sabe)|desejavel|diferencial|familiaridade|habilidades|doswiadczeni\w{1,2}|znajomosc\w{0,2}|umiejetnosc\w{0,2}|obslug\w{1,2}|praktyczn\w{1,2}|swobodn\w{1,3}|umiesz|poslugiw\w{1,6}|znasz|potrafisz|masz|mile widzian\w{1,2}|biegl\w{1,4}|certyfikat\w{0,2}|atut\w{0,2}|wymaga\w{1,4}|wiedz\w{1,2})\b/g
const NO_SKILL = /^(?:customer|user|candidate|employee|buyer|guest|shopping|developer) /

/** A measure of skill right before the tool: "advanced Looker". */
export const BEFORE_SKILL =
  /\b(?:strong|solid|advanced|deep|good|excellent|basic|prior|previous|practical|proven|sound|outstanding|(?:sehr )?gute[nrs]?|fundierte[nrs]?|solide[nrs]?|erste|bonnes?|excellente|solides?|buen[oa]s?|solid[oa]s?|goede|ruime|gedegen|ottim[aeio]|buon[aeo]?|bom|boa|solid[oa]|dobr[aey]|bardzo dobr[aey])(?: \S{1,20})? ?$/

/** What is said next is the employer's own. */
const OWN =
  /\b(?:we|we're|we've|we'll|our|ours|us|in-house|internally|(?:tech |technology )?stack|tooling|tools (?:we|you)|wir|uns|unser(?:e[mnrs]?)?|nous|notre|nos|usamos|utilizamos|trabajamos|nuestr[oa]s?|wij|ons|onze|usiamo|utilizziamo|lavoriamo|nostr[aeio]|abbiamo|trabalhamos|noss[oa]s?|uzywamy|korzystamy|pracujemy|stosujemy|nasz(?:a|e|ego|ej|ych|ym)?)\b/g

/** Said of the tool itself: "Salesforce, our CRM", "Gainsight, which we use". */
export const AFTER_OWN =
  /^(?:,? (?:is|are|as|being|ist|als|est|comme|es|como|e|come|jest|jako) (?:\S{1,20} )?(?:our|unser|unsere?|notre|nuestr[oa]|ons|onze|nostr[oa]|noss[oa]|nasz\w{0,3})|,? (?:which|that|das|die|den|que|dat|che|ktor\w{1,3}|z ktor\w{1,3}) (?:we|wir|nous|usamos|utilizamos|usiamo|utilizziamo|uzywamy)|[,(] ?(?:our|unser|unsere?|notre|nuestr[oa]|ons|onze|il nostro|nostr[oa]|noss[oa]|nasz\w{0,3})|,? (?:das|die|den) wir) /
/** A skill of the tool: "Salesforce experience", "Salesforce-Kenntnisse", "Looker is a plus". */
export const AFTER_ASKED =
  /^(?:[ -](?:\S{1,20} ){0,3}?|, )(?:experience|skills?|knowledge(?! (?:base|articles?|cent))|expertise|certifi\w{1,8}|proficiency|required|preferred|second nature|no secrets|kein fremdwort|power user|expert|a plus|desired|desirable|mandatory|nice to have|welcome|a bonus|advantage\w{0,4}|admin(?:istrator)? certificat\w{1,4}|kenntnisse?n?|erfahrung\w{0,2}|know-how|von vorteil|wunschenswert|vorausgesetzt|zertifi\w{1,10}|un plus|un atout|apprecie\w{0,2}|souhaite\w{0,2}|requis\w{0,2}|exige\w{0,2}|indispensable|valorable|deseable|se valora\w{0,2}|imprescindible|ervaring|kennis|een pre|pluspunt|gewenst|vereist|gradit[oa]|preferibil\w{1,5}|richiest[oa]|un plus|desejavel|um diferencial|diferencial|obrigatori[oa]|mile widzian\w{1,2}|wymagan\w{1,2}|bedzie atutem)\b/

/** Where requirements and wishes begin. */
export function askedAt(text: string): number[] {
  return [...text.matchAll(ASKED)].filter(([words]) => !NO_SKILL.test(words)).map(({ index }) => index)
}

/** Where the employer begins to speak of itself. */
export function ownAt(text: string): number[] {
  return [...text.matchAll(OWN)].map(({ index }) => index)
}
