// Which kind of money a funding signal is about: by its round, else by its label. A label without a hint means equity,
// because that is what people call a round. "Financing" without another word of equity can be either, so its instrument
// is unknown.
//
// The use of the money is not an instrument: "raises $20M to offer loans" is equity, and so is a round whose label also
// names debt ("a Series A and $5M of venture debt").

import type { Instrument } from '../../closed-sets/signals.ts'
import { labelText } from './label-text.ts'

/** By words of a slug. The first that matches decides. */
const OF_ROUND: readonly (readonly [Instrument, RegExp])[] = [
  ['grant', /(?:^|_)(?:grants?|award|subsid(?:y|ies)|non_equity_assistance|non_dilutive|donation)(?:_|$)/],
  ['debt', /(?:^|_)(?:debt|loans?|credit|bonds?|revolver|mezzanine|revenue_based(?:_financing)?)(?:_|$)/],
  ['secondary', /(?:^|_)(?:secondary|secondaries|tender_offer)(?:_|$)/],
  ['equity', /(?:^|_)(?:spac|reverse_merger)(?:_|$)/],
  [
    'acquisition',
    /(?:^|_)(?:acquisition|acquired|acquihire|acqui_hire|m_and_a|m_a|merger|buyout|lbo|mbo|takeover)(?:_|$)/,
  ],
  ['unknown', /(?:^|_)(?:ico|ido|initial_coin_offering|token_sale|tokens?|(?:product|reward)_crowdfunding)(?:_|$)/],
  ['equity', /(?:^|_)(?:equity|series_[a-z]\d?|(?:pre_?)?seed|angel|ipo|convertible|convertible_note|safe)(?:_|$)/],
]

/** Undefined: the round's name doesn't tell, as `bridge` or `undisclosed`. */
function statedByRound(round: string): Instrument | undefined {
  return OF_ROUND.find(([, words]) => words.test(round))?.[0]
}

/** For a round without a label. */
export function instrumentOfRound(round: string): Instrument {
  return statedByRound(round) ?? unstated(round)
}

/** "Financing" of money, not of what the company sells. */
const FINANCING =
  /\b(?:financing|finanzierung|financement|financiacion|financiamiento|financiering|finanziamento|financiamento|finansowani[ea])\b(?! (?:platform|plattform|startup|start up|company|fintech|provider|software|app|tool|services?|solutions?|products?|specialist|firm|business|for)\b)/
/** Next to one of these, financing is a round. */
const OF_A_ROUND =
  /\b(?:rais(?:es?|ed|ing)|\w{0,20}round|\w{0,20}runde|rodada|ronda|ronde|runda|tour de table|funding|fundraise|fundraising|invest\w{0,9}|inwest\w{0,9}|venture|vc|growth|bridge|angels?|valuation|valued|led by|lead by|angefuhrt|backed by|stakes?|shares?|stock|preferred|capital|kapital\w{0,10}|extension|tranche|crowdfunding|levee?|levanta|capta|haalt|raccoglie|pozyskuje|sammelt)\b/

/** The default if neither the round nor the label decides. */
function unstated(round: string, text = ''): Instrument {
  const words = `${round.replaceAll('_', ' ')} ${text}`
  return FINANCING.test(words) && !OF_A_ROUND.test(words) ? 'unknown' : 'equity'
}

/** The company was bought. */
const BOUGHT =
  /\b(?:(?:acquired|bought(?: out)?|taken over|taken private|purchased|snapped up|swallowed|absorbed) by|acquired for N|(?:be|been|being|gets?|got|is|was) (?:acquired|bought|taken over|taken private)|(?:acquisition|takeover|buyout|purchase) by|sold to|sells (?:itself )?to|agrees to sell itself|(?:is|are) now (?:a )?part of|becomes (?:a )?part of|gehort (?:jetzt|nun|kunftig) zu\w?|fait desormais partie d\w{0,2}|pasa a formar parte de|entra a far parte d\w{1,3}|von \S{1,30} (?:gekauft|ubernommen|erworben)|ubernommen (?:von|durch)|wird (?:von \S{1,30} (?:\S{1,30} )?)?(?:ubernommen|gekauft)|ubernahme durch|(?:rachete|rachetee|acquis|acquise|absorbe|absorbee) par|rachat par|adquirid[oa] por|comprad[oa] por|overgenomen door|gekocht door|overname door|(?:acquisit[ao]|comprat[ao]|rilevat[ao]) da|przejet[ay] przez|kupion[ay] przez)\b/
/** A company buys another. */
const BUYS =
  /\b(?:acquires?|acquired|acquiring|acquisition of|buys|bought|takes over|takeover of|ubernimmt|ubernahme von|kauft|rachete|acquiert|acquisition de|adquiere|compra|neemt|koopt|acquisisce|adquire|przejmuje|kupuje)\b/

/** A merger: the surviving company isn't stated. */
const MERGES =
  /\b(?:merg(?:es|ed|ing) (?:with|into)|merger with|fusioniert mit|fusion mit|fusionne (?:avec|a)|fusion avec|se fusiona con|fusion con|fuseert met|fusie met|si fonde con|fusione con|fusao com|laczy sie z)\b/

/** A headline of the future: "Contoso to buy Acme". */
const TO_BUY = /^\S{1,40} (?:\S{1,40} ){0,3}(?:to|will) (?:acquire|buy|take over) /

/** The label begins with what the company did: "Acquires Fabrikam". */
const BUYER =
  /^(?:acquires|acquired (?!by|for)|buys|takes over|ubernimmt|kauft|rachete|adquiere|koopt|acquisisce|przejmuje) /

const DEBT =
  /\b(?:venture debt|(?:growth|senior|mezzanine|structured) debt|debt (?:financing|facility|round|funding|raise|deal|capital|package|investment)|N (?:\S{1,20} ){0,3}debt|N (?:\S{1,20} )?(?:loan|credit line|credit facility|kredit|darlehen|lening|prestito|emprestimo|prestamo)|credit (?:facility|line|agreement)|line of credit|revolving credit|(?:venture|bank|term|bridge|syndicated|growth|shareholder) loan|loan (?:of|from|facility|agreement|package|deal)|warehouse facility|lending facility|revenue based financing|(?:corporate|green|convertible|high yield) bonds?|(?:wandel|bank|schuldschein)darlehen|darlehen (?:von|uber|der)|fremdkapital\w{0,14}|kreditlinie|bankkredit|kredit (?:uber|von|der)|en dette|dette (?:bancaire|senior|mezzanine)|pret (?:bancaire|de N|participatif|garanti)|un (?:pret|prestamo|prestito|emprunt)|um emprestimo|een lening|emprunt (?:obligataire|bancaire|de)|emprunte N|(?:linea|facilidad) de credito|prestamo (?:de N|del|participativo|bancario)|financiacion (?:con|via) deuda|N en deuda|deuda (?:senior|bancaria)|lening van|krediet(?:faciliteit|lijn)|vreemd vermogen|prestito (?:di|da|bancario|obbligazionario)|mini ?bond|(?:un|basket) bond|finanziamento bancario|linea di credito|emprestimo de|em divida|linha de credito|pozyczk\w{1,3} (?:od|na|z|w)|kredyt\w{0,3} (?:od|na|z|w|bankow\w{1,3}|obrotow\w{1,3})|emisj\w{1,2} obligacji)\b/
const NO_DEBT = /\b(?:debt free|bad debt|debt collection|debt recovery|technical debt|tech debt)\b/g
const GRANT =
  /\b(?:grants? (?:of|from|funding|award|worth|totall?ing)|N (?:\S{1,20} ){0,3}(?:grants?(?! thornton)|subsid(?:y|ies)|subsidie|fordermittel|forderung|zuschuss|subventions?|subvencion|dotacji)|(?:wins?|won|awarded|receives?|received|secures?|secured|gets?|got|lands|obtains) (?:(?:an?|the|its|new|another|eic|eu|federal|government|research|innovation|sbir|nsf|nih|doe|horizon|innovate|uk|bmbf|N) ){0,4}(?:grant|subsidy)|non dilutive|sbir|sttr|(?:erhalt|bekommt|gewinnt) (?:\S{1,20} ){0,3}(?:fordermittel|zuschuss|forderung|zuwendung|forderbescheid)|(?:fordermittel|zuschuss|zuwendung) (?:von|vom|des|der|uber)|forderung (?:durch|vom)|(?:une|recoit|obtient|decroche) (?:\S{1,20} )?subvention|subvention (?:de N|europeenne|publique)|una subvencion|una ayuda (?:de|del|publica)|ayudas? (?:de N|publicas?)|aide (?:de N|publique|de l etat)|subvencion (?:de N|del|publica)|(?:een|krijgt|ontvangt) (?:\S{1,20} )?subsidie|subsidie (?:van|uit)|una sovvenzione|sovvenzione di|fondo perduto|uma subvencao|subvencao (?:de N|da|do)|dotacj\w{1,3} (?:z|od|na|w|unijn\w{1,2})|grant (?:z|od|na))\b/
const SECONDARY =
  /\b(?:secondary (?:share )?(?:sale|round|offering|transaction|deal|purchase|financing|investment|market)|secondaries|secondary shares|(?:in|a) secondary|tender offer|employee (?:share|stock) sale|share sale by|N secondary|sells? (?:existing|employee) shares|(?:sells?|sold) (?:its|his|her|their) (?:(?:entire|remaining|\S{1,6}) ){0,2}(?:stakes?|shares|shareholding|holding) in|(?:employees|staff|founders|early investors) (?:cash|cashed) out|sekundar(?:transaktion|verkauf)|anteilsverkauf|secondaire|secundari[ao]|vendita secondaria)\b/
const UNKNOWN = /\b(?:token sale|token round|initial coin offering|ico|kickstarter|indiegogo|reward crowdfunding)\b/
/** Equity was raised, whatever else the label names. */
const EQUITY =
  /\b(?:equity|series [a-h]\d?|(?:pre )?seed|serie [a-h]|seria [a-h]|rodada serie|angel round|growth round|eigenkapital\w{0,14}|kapitalerhohung|wachstumskapital|augmentation de capital|ampliacion de capital|aumento di capitale)\b/
const NO_EQUITY = /\b(?:non equity|private equity firm)\b/g
const RAISED =
  /\b(?:rais(?:es?|ed|ing)|series [a-h]|seed|round|funding|financing|invest\w{0,9}|finanzierung\w{0,8}|runde|levee?|levanta|capta|ronda|ronde|haalt|raccoglie|rodada|pozyskuje|runda)\b/
const RAISES = /\brais(?:es|ed|ing)\b/

/** What the round says, else what the label says. */
export function readInstrument(round: string, label: string): Instrument {
  const text = labelText(label)
  const stated = statedByRound(round) ?? readLabel(text) ?? unstated(round, withoutPurpose(text))
  // A company that buys another one raised nothing and was not bought.
  return stated === 'acquisition' && BUYER.test(text) ? 'unknown' : stated
}

function readLabel(text: string): Instrument | undefined {
  if (BOUGHT.test(text)) return 'acquisition'
  const money = text.replace(NO_DEBT, ' ').replace(NO_EQUITY, ' ')
  // "Secondary sale of Series B shares" raised nothing; "raises a Series B with a secondary sale" did.
  if (SECONDARY.test(money) && !(RAISES.test(money) && EQUITY.test(money))) return 'secondary'
  if (EQUITY.test(money)) return 'equity'
  const what = withoutPurpose(money)
  if (DEBT.test(what)) return 'debt'
  if (GRANT.test(what)) return 'grant'
  if (UNKNOWN.test(what) || SPENDS.test(text)) return 'unknown'
  if (TO_BUY.test(text) && !RAISED.test(text)) return 'unknown'
  // Who bought whom isn't stated. In neither case was money raised.
  return (BUYS.test(what) || MERGES.test(what)) && !RAISED.test(what) ? 'unknown' : undefined
}

/** The company pays: "invests N in a new shipyard". "Invests N in the startup" is by an investor. */
const SPENDS =
  /\b(?:invests?|invested|investing|investiert|investit|invierte|invertira|investeert|investe|investira|inwestuje|spends?|spent) (?:(?:uber|mehr als|over|more than|another|up to|about|plus de|mas de) )?N (?:\S{1,20} )?(?:in|on|to|into|en|dans|em|w|na) (?:an?|its|their|new|expand\w{0,3}|ein\w{0,2}|sein\w{0,2}|ihr\w{0,2}|neue\w{0,1}|den|die|das|un|une|son|sa|ses|su|sus|una|nueva|nuevo|een|zijn|haar|nieuwe|sua|seu|uma?|nuovo|nuova|nowy|nowa|nowe) (?:\S{1,25} ){0,3}(?:\S{0,20}(?:plant|factory|shipyard|site|office|centre|center|headquarters|facility|line|warehouse|campus|lab|laboratory|hub|fleet|stores?|building|capacity|production|research|datacenter|werk|fabrik|standort|anlage|zentrale|lager|halle|burogebaude|rechenzentrum|produktion|forschung|usine|chantier|entrepot|siege|fabrica|planta|sede|almacen|fabriek|kantoor|stabilimento|impianto|magazzino|fabryk\w|zaklad))\b/

const PURPOSE = / (?:to (?!(?:its|the|their|our|an?)\b)|in order|so that|for its|for the|um|pour|para|om|per|aby)\b/

/** Without the use of the money: "raises N to offer loans", "sammelt N ein, um Kredite zu vergeben". */
function withoutPurpose(text: string): string {
  const amount = text.indexOf('N') + 1
  const purpose = PURPOSE.exec(text.slice(amount))
  return purpose ? text.slice(0, amount + purpose.index) : text
}
