// Whether a text says that a job is at a client of the poster: "Our client is looking for …", "für unseren Kunden".
// These jobs are an agency's. A consultancy works for clients too, but hires for itself: "You advise our clients"
// doesn't count, so a sentence must mention one client, and the search for a candidate, that client's offer, or a
// contract with it. Temporary work is stated explicitly.

import { fold } from '../../platform/text/normalise-text.ts'
import { isOfAgency, isOfMarketplace } from '../companies/index.ts'

/** The client is hiring, or someone hires on its behalf. Without case and accents. */
const CLIENT_SEARCHES =
  /\b(?:our|my) client(?! (?:success|services?|facing|side|support|relations|solutions|team))\b[^.!?]{0,120}\b(?:(?:is|are) (?:currently |now |actively )?(?:looking|searching|seeking|hiring|recruiting|in search)|seeks|requires|needs an? |has an opening|has (?:retained|engaged|instructed|mandated|asked) us)\b|\b(?:we (?:are|have)|has|is) (?:exclusively )?partner(?:ed|ing) with an? [^.!?]{0,80}\bto (?:find|hire|recruit|appoint)\b|^\W{0,3}our client,? (?:an? |one of |the leading )|\b(?:on|in) behalf of (?:our|a|one of our) clients?\b|\bunser (?:kunde|mandant|auftraggeber|klient)\b[^.!?]{0,120}\b(?:sucht|ist auf der suche)\b|\b(?:im|in) (?:namen und )?auftrag (?:unseres|eines unserer|eines|unserer) (?:kunden|mandanten|klienten|auftraggebers)\b|\bnotre client\b[^.!?]{0,120}\b(?:recherche|recrute|est a la recherche)\b|\bpour le compte de (?:notre|l['’ ]un de nos|un de nos) clients?\b|\bnuestro cliente\b[^.!?]{0,120}\b(?:contrata|incorpora|selecciona|busca|precisa|requiere|esta buscando)\b|\ben nombre de nuestro cliente\b|\bonze (?:opdrachtgever|klant)\b[^.!?]{0,120}\b(?:zoekt|is op zoek)\b|\b(?:namens|in opdracht van) onze (?:opdrachtgever|klant)\b|\bnosso cliente\b[^.!?]{0,120}\b(?:contrata|busca|procura|esta (?:a procurar|buscando))\b|\bem nome do nosso cliente\b|\bnostro cliente\b[^.!?]{0,120}\b(?:cerca|ricerca|e alla ricerca)\b|\bper conto di (?:un )?(?:nostro )?cliente\b|\bnasz klient\b[^.!?]{0,120}\b(?:poszukuje|szuka)\b|\b(?:w imieniu|na zlecenie) naszego klienta\b/

/** One client. Enough in a title, or in a sentence about a search. */
const FOR_A_CLIENT =
  /\b(?:for (?:(?:our|a) client(?!-| (?:facing|success|services?|side|support|relations|projects?|base))|one of our clients)|fur (?:unseren|einen unserer) (?:kunden|mandanten|auftraggeber|klienten)|fur unser kundenunternehmen|bei unserem (?:kunden|mandanten|auftraggeber)|pour (?:notre client|(?:l['’ ])?un de nos clients)|para (?:nuestro|un) cliente|voor (?:onze|een) (?:klant|opdrachtgever)|para (?:o )?nosso cliente|pour (?:l['’ ]?un|un) de nos partenaires|voor een van onze (?:relaties|klanten|opdrachtgevers)|para una? (?:importante|reconocid[oa]|conocid[oa]|prestigios[oa]|gran) (?:empresa|multinacional|compania|grupo)|pour (?:une? )?(?:important\p{L}{0,1} |grand\p{L}{0,1} |belle )(?:entreprise|groupe|societe|pme|acteur)|fur ein\p{L}{0,2} (?:mittelstandische|namhafte|fuhrende|etablierte|inhabergefuhrte|renommierte|international tatige)\p{L}{0,2} (?:unternehmen|firma|kanzlei|konzern|betrieb)|im kundenauftrag|fur (?:ein|unser|seinen|ihren|einen) (?:kundenunternehmen|kunden der|kunden aus)|pour (?:son|leur|l['’ ]?un de ses) clients?|para (?:su|empresa) cliente|para (?:empresa )?cliente d[oe]|para (?:o )?seu cliente|voor (?:haar|zijn|een van haar) (?:opdrachtgevers?|klant(?:en)?)|per (?:importante|prestigioso|proprio|un proprio) cliente|per (?:importante|prestigiosa|nota|primaria|solida) (?:azienda|societa|realta|multinazionale)|for an? (?:well-known|leading|fast-growing|family-owned|established|reputable|prestigious|award-winning) (?:\p{L}{1,15} ){0,2}(?:company|business|producer|manufacturer|retailer|firm|group|brand|employer|organi[sz]ation|hotel|practice)|for a client of ours|per (?:il )?nostro cliente|per (?:\p{L}{0,12} )?azienda cliente|dla (?:naszego klienta|jednego z naszych klientow))\b/u
const SEARCHES =
  /\b(?:looking for|searching for|in search of|seeking|we seek|hiring|recruiting|suchen|sucht|gesucht|recherch\p{L}{1,6}|recrut\p{L}{1,6}|busca\p{L}{0,4}|procura\p{L}{0,4}|zoeken|zoekt|op zoek|cerchiamo|cerca|ricerc\p{L}{1,5}|selezion\p{L}{1,6}|seleccion\p{L}{1,6}|besetz\p{L}{1,3}|poszukuj\p{L}{1,4}|szukamy|rekrutuj\p{L}{1,4})\b/u

/**
 * The client describes itself or offers something at the beginning of a sentence, or employs and pays the person hired.
 */
const CLIENT_EMPLOYS =
  /^\W{0,3}(?:(?:our|my) client (?:is an? |offers |provides |operates )|el cliente ofrece |der kunde bietet |an? (?:\p{L}{1,15}-based )?client of ours |nuestro cliente (?:es una? |ofrece )|(?:o )?nosso cliente (?:e uma? |oferece )|notre client (?:est une? |propose |offre )|unser (?:kunde|mandant|auftraggeber|klient) (?:ist eine? |bietet )|onze (?:opdrachtgever|klant) (?:is een |biedt )|il nostro cliente (?:e un[a ]?['’ ]?|offre )|nasz klient (?:to |oferuje ))|\b(?:employed|hired|paid|engaged) (?:directly )?by (?:our|the) client\b|\byour (?:employment )?contract (?:is|will be) (?:directly )?with (?:our|the) client\b|\b(?:angestellt|eingestellt) (?:direkt )?bei unserem (?:kunden|mandanten|auftraggeber)\b|\bdirekt bei unserem (?:kunden|mandanten|auftraggeber) (?:angestellt|eingestellt)\b|\bcontratad[oa] (?:directamente )?por (?:nuestro|el) cliente\b|\b(?:contrato|contratto|contrat) (?:\p{L}{1,15} ){0,3}(?:con la|con l['’ ]?|avec l['’ ]?) ?(?:empresa cliente|azienda cliente|entreprise cliente)\b|\bubernahme (?:durch|bei|beim|in) (?:den |unseren |unserem |dem )?(?:kunden\p{L}{0,10}|entleiher|einsatzbetrieb)\b|\bcontratad[oa] (?:diretamente )?pelo (?:nosso )?cliente\b|\bin dienst bij (?:onze|de) (?:opdrachtgever|klant)\b|\b(?:retained|mandated|engaged) (?:exclusively )?by (?:our|a|the) client\b/u
/** An ordinary employer may hire through an agency, so the sentence must say that the poster is one. */
const IS_TEMPORARY_WORK =
  /\b(?:(?:nous sommes une|notre|en tant qu['’ ]) ?agence (?:d['’ ]interim|d['’ ]emploi|de travail temporaire)|(?:somos una?|como|nuestra) empresa de trabajo temporal|(?:siamo una?['’ ]?|in qualita di|nostra) ?agenzia per il lavoro|jestesmy agencja pracy|somos uma empresa de trabalho temporario|wij zijn een uitzendbureau|(?:acts?|acting|operates) as an? employment (?:business|agency)|we are an? (?:[a-z-]{1,15} ){0,3}(?:recruitment|staffing|employment|temping|temp) (?:agency|consultancy|firm|company)|(?:mission|contrat|avantages) (?:d['’ ]|de l['’ ]|en )interim\p{L}{0,4}|\d{1,2} ?% (?:d['’ ])?(?:ifm|iccp)|(?:in|im rahmen der|per|uber) (?:direktvermittlung|personalvermittlung|arbeitnehmeruberlassung)|(?:op|start) (?:via ons )?(?:op )?uitzendbasis|(?:igz|bap|gvp)[ /-](?:dgb|tarif\p{L}{0,10})|(?:wir als|als|wir sind (?:ein|dein|ihr)) personal(?:dienstleister|vermittler|berater|partner)|ubertarifliche bezahlung nach (?:igz|bap|gvp)|aut\. ?min|(?:nr|numer) (?:wpisu do )?(?:kraz|rejestru agencji)|somos (?:una )?ett\b|(?:fur bewerber|for candidates|for job ?seekers) (?:is|are|ist|sind) (?:our|unser\p{L}{0,2}) (?:service|services|dienstleistung|vermittlung) (?:[a-z]{1,20} )?(?:free|kostenlos|kostenfrei)|we (?:supply|place) (?:[a-z]{1,15} )?(?:nurses|carers|drivers|teachers|workers|staff|candidates|temps) (?:to|with|at|into) (?:[a-z0-9]{1,15} ){0,4}(?:hospitals|trusts|care providers|clinics|care homes|schools|warehouses|employers|companies|businesses|clients))\b/u

/**
 * The poster employs the person and sends them to clients: a consultancy. Not for temporary work, which an agency
 * employs people for too.
 */
const OWN_STAFF =
  /\b(?:you(?: are| will be|'ll be|'re) (?:permanently )?employed (?:directly )?(?:by|with|at) (?!(?:our|the|a) client\b)|as an? (?:\p{L}{1,20} )employee\b|permanent (?:contract|position|employment) with us\b|between (?:projects|assignments|client projects) you\b|(?:join|among) our (?:team of )?(?:\d{1,5} )?consultants\b|we are (?:a team of )?(?:over |more than )?[\d.,]{1,6} (?:consultants|engineers|developers|data scientists)\b|we(?:'re| are) an? (?:\p{L}{1,15} ){0,3}(?:(?<!(?:recruitment|staffing|hr|search|talent) )(?:consultancy|consulting (?:firm|company))|software house|systems? integrator|engineering services? (?:company|provider))\b|wir stellen (?:dich|sie) (?:unbefristet |fest |direkt )?ein\b|(?:fest|unbefristet) (?:bei uns )?angestellt bei uns\b|unsere (?:[\d.]{1,6} )?(?:berater|beraterinnen|consultants)\b|vous rejoignez \S{1,30} en cdi\b|(?:nous comptons|nos) [\d ]{1,6} ?(?:consultants|ingenieurs)\b|(?:cabinet|societe) de conseil\b(?! en recrutement)|contrato indefinido con (?!(?:la empresa|nuestro|el) (?:cliente)?)|somos una consultora\b|siamo una societa di consulenza\b|in vaste dienst bij (?!(?:onze|de) (?:opdrachtgever|klant)))/u

const MAX_SENTENCE = 600

/** Whether a text is that of a consultancy, which hires for itself, although it works at clients. */
export function isOwnStaff(sentence: string): boolean {
  return OWN_STAFF.test(fold(sentence.slice(0, MAX_SENTENCE)))
}

export function isTemporaryWork(sentence: string): boolean {
  return IS_TEMPORARY_WORK.test(fold(sentence.slice(0, MAX_SENTENCE)))
}

/** Another employer's: a client of an agency, or an employer on a marketplace. */
export function isOfSomebodyElse(sentence: string): boolean {
  return isForClient(sentence) || isOfMarketplace(sentence)
}

export function isForClient(sentence: string): boolean {
  const text = fold(sentence.slice(0, MAX_SENTENCE))
  if (CLIENT_SEARCHES.test(text) || CLIENT_EMPLOYS.test(text) || IS_TEMPORARY_WORK.test(text)) return true
  if (isOfAgency(text)) return true
  return FOR_A_CLIENT.test(text) && SEARCHES.test(text)
}

/** A title or label is already about a search. */
export function isTitleForClient(title: string): boolean {
  const text = fold(title.slice(0, MAX_SENTENCE))
  return FOR_A_CLIENT.test(text) || CLIENT_SEARCHES.test(text) || isOfMarketplace(title)
}

/** The employer that a title names: "Cook at Globex", "Koch bei Globex". It may be the poster. */
const NAMED_EMPLOYER = /\s(?:at|@|bei|chez|bij|presso)\s(?<name>\p{Lu}[\p{L}\p{N}&.'’ -]{1,60})$/u

export function employerInTitle(title: string): string | undefined {
  return title.slice(-120).match(NAMED_EMPLOYER)?.groups?.name?.trim()
}
