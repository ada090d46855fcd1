// Whether a label is about a round that isn't closed: talks, plans, hopes or hearsay. "Raised $12M, plans to expand" is
// about a closed round: a plan after it is about something else.

import { labelText } from './label-text.ts'

/** Hearsay, even if it names a closed round. */
const HEARSAY =
  /\b(?:sources (?:say|said|claim|told|close to|familiar)|(?:according to|per) (?:(?:multiple|several|unnamed|anonymous|two|three|people|industry) )?(?:sources|insiders|people familiar)|(?:people|person) familiar with|(?:is|are|was) (?:said|rumou?red|believed|understood) to|rumou?r(?:s|ed)?|said to be|allegedly|speculation|unconfirmed|laut (?:insidern|kreisen|medienberichten|einem bericht|berichten)|insidern zufolge|geruchte\w{0,2}|gerucht|angeblich|soll (?:\S{1,30} ){0,6}(?:einsammeln|aufnehmen|erhalten|eingesammelt|aufgenommen|erhalten haben|verhandeln)|soll (?:\S{1,30} ){0,2}(?:vor|kurz vor) (?:ein\w{1,2}|(?:\S{1,20} )?\w{0,20}(?:runde|kapitalerhohung|verkauf|abschluss))|selon (?:(?:des|nos|plusieurs|certaines) )?(?:sources|rumeurs|informations)|d apres (?:(?:des|nos|plusieurs) )?sources|aurait (?:leve|boucle|obtenu|recolte)|serait (?:en|sur le point)|segun (?:fuentes|rumores)|habria (?:levantado|captado|recaudado|cerrado)|estaria (?:negociando|buscando|en|levantando)|volgens (?:bronnen|ingewijden|geruchten)|naar verluidt|zou (?:\S{1,30} ){0,5}(?:ophalen|hebben opgehaald)|secondo (?:fonti|indiscrezioni|rumors?)|(?:avrebbe|starebbe) \S{1,20}|segundo (?:fontes|rumores)|teria (?:captado|levantado|recebido)|estaria (?:negociando|captando)|wedlug (?:zrodel|nieoficjalnych)|nieoficjalnie|podobno)\b/
/** "Reportedly" of the round itself, not of the valuation at which it was closed. */
const REPORTEDLY = /\breportedly\b(?! (?:at|valu\w{1,6}|led|from|with|worth))/
const REPORTED = /\breportedly\b/

/** The round is still ahead. */
const AHEAD =
  /\b(?:in (?:\S{1,20} ){0,2}(?:talks|discussions|negotiations)|(?:is |are )?negotiating|(?:plan(?:s|ning)?|look(?:s|ing)?|hop(?:es|ing)|aim(?:s|ing)?|want(?:s|ing)?|expect(?:s|ed|ing)?|intend(?:s|ing)?|prepar(?:es|ing)|set|poised|about|ready|scheduled|likely|seek(?:s|ing)?|tr(?:ies|ying)) to (?:raise|close|secure|land|announce|seek|borrow|sell|be acquired|get acquired|be bought|complete|receive|kick off|launch an? (?:\S{1,20} )?round)|(?:could|may|might|would|will) (?:soon )?(?:raise|close|secure|be acquired|be bought|sell itself|announce)|(?:plan(?:s|ning)?|prepar(?:es|ing)(?: for)?|consider(?:s|ing)?|weigh(?:s|ing)?|mull(?:s|ing)?|explor(?:es|ing)|eye(?:s|ing)?|eyeing|seek(?:s|ing)?|target(?:s|ing)?|near(?:s|ing)?|nears|courts) (?:(?:an?|its|the|new|up|fresh|another|next|potential|about|over|more|than|around|as|much|further|additional|possible|major|large|first) ){0,4}(?:N|series [a-h]|seed|round|raise|funding|fundraise|fundraising|financing|investors?|investment|capital|sale|acquisition|ipo|deal|buyer)|(?:close|closing in|near) (?:to|on) (?:an? |its |the )?(?:raising|closing|securing|landing|N|series|seed|round|deal|funding|new)|on the verge of|ahead of (?:its|an?|the) (?:\S{1,20} ){0,2}(?:round|raise|funding)|fundrais(?:e|ing) (?:target|plans?|talks)|in gesprachen|verhandelt|verhandlungen|plant (?:\S{1,30} ){0,4}(?:\w{0,20}runde|kapitalaufnahme|borsengang|verkauf|einzusammeln|aufzunehmen)|(?:will|mochte) (?:\S{1,30} ){0,6}(?:einsammeln|aufnehmen)|steht (?:kurz )?vor|sucht (?:nach )?(?:\S{1,20} )?(?:investoren|kapital|geldgeber\w{0,2}|N)|strebt (?:\S{1,30} ){0,4}an|en (?:discussions?|negociations?|pourparlers)|negocie|(?:envisage|prevoit|cherche|souhaite|veut|espere|prepare|vise|compte) (?:de |a |d )?(?:lever|une levee|un tour|boucler|N)|sur le point de|en (?:conversaciones|negociaciones)|negocia|(?:planea|busca|prepara|quiere|espera|pretende|prev) (?:levantar|captar|recaudar|cerrar|una ronda|inversores|inversion|financiacion|N)|in gesprek\w{0,3}|onderhandelt|(?:wil|hoopt|verwacht) (?:\S{1,30} ){0,5}(?:ophalen|op te halen)|zoekt (?:\S{1,20} )?(?:investeerders|financiering|kapitaal|N)|van plan|in trattativ[ae]|(?:punta a|vuole|prevede di|conta di|cerca di|si prepara a) (?:raccogliere|chiudere|un round)|cerca (?:investitori|capitali|N)|em (?:negociac\w{2,4}|conversas)|(?:planeja|pretende|quer|espera|busca|prepara) (?:captar|levantar|fechar|uma rodada|investidores|investimento|N)|prowadzi rozmowy|w trakcie rozmow|rozmawia|negocjuje|(?:planuje|chce|zamierza|liczy na) (?:pozyska\w{1,3}|zebrac|runde|N)|szuka (?:\S{1,20} )?(?:inwestor\w{0,3}|finansowania|kapitalu|N))\b/
/** A headline of the future: "Acme to raise $40M". */
const TO_RAISE =
  /\bto raise (?:(?:up|to|about|around|another|over|more|than|as|much|at|least|an?|its|additional) ){0,4}N/

/**
 * A round that was closed. Not an earlier one that a subordinate clause mentions: "Acme, which raised $10M, is in
 * talks".
 */
const CLOSED =
  /(?<!\b(?:which|that|who|had|having|previously|last|after|since|already|reportedly|said to have|may have|to have) )\b(?:rais(?:es|ed)|clos(?:es|ed)|secur(?:es|ed)|land(?:s|ed)|bag(?:s|ged)|nab(?:s|bed)|scor(?:es|ed)|complet(?:es|ed)|announc(?:es|ed)|receiv(?:es|ed)|acquired by|acquires|picks up|pulls in|sammelt|erhalt|sichert|schliesst|holt|leve|boucle|obtient|annonce|levanta|cierra|capta|recauda|haalt|sluit|ontvangt|raccoglie|chiude|incassa|recebe|fecha|pozyskuje|pozyskal\w{0,2}|zebral\w{0,2}|zamyka)\b/

/** By the words of the label, or if the round is called a rumour. */
export function isRumour(round: string, label: string): boolean {
  if (/(?:^|_)rumou?r(?:ed|s)?(?:_|$)/.test(round)) return true
  const text = labelText(label)
  if (HEARSAY.test(text)) return true
  const closed = CLOSED.exec(text)?.index ?? Number.POSITIVE_INFINITY
  const reported = REPORTED.exec(text)
  if (reported && (reported.index < closed || REPORTEDLY.test(text))) return true
  return [AHEAD, TO_RAISE].some((cue) => (cue.exec(text)?.index ?? Number.POSITIVE_INFINITY) < closed)
}
