// Whether a text says that a job is at a client of whoever posts it: "Our client is looking for …", "für unseren Kunden". Such
// jobs are an agency's. A consultancy works for clients too, but hires for itself: "You advise our clients" says nothing, so a
// sentence must speak of one client, and of the search for somebody, of what that client offers, or of a contract with it.
// Temporary work is said in so many words.

import { fold } from '../../platform/text/normalise-text.ts'
import { isOfMarketplace } from '../companies/index.ts'

/** The client looks for somebody, or somebody looks on its behalf. Without case and accents. */
const CLIENT_SEARCHES =
  /\b(?:our|my) client\b[^.!?]{0,120}\b(?:(?:is|are) (?:currently |now |actively )?(?:looking|searching|seeking|hiring|recruiting|in search)|seeks|requires|has an opening)\b|^\W{0,3}our client,? (?:an? |one of |the leading )|\b(?:on|in) behalf of (?:our|a|one of our) clients?\b|\bunser (?:kunde|mandant|auftraggeber|klient)\b[^.!?]{0,120}\b(?:sucht|ist auf der suche)\b|\b(?:im|in) (?:namen und )?auftrag (?:unseres|eines unserer|eines|unserer) (?:kunden|mandanten|klienten|auftraggebers)\b|\bnotre client\b[^.!?]{0,120}\b(?:recherche|recrute|est a la recherche)\b|\bpour le compte de (?:notre|l['’ ]un de nos|un de nos) clients?\b|\bnuestro cliente\b[^.!?]{0,120}\b(?:busca|precisa|requiere|esta buscando)\b|\ben nombre de nuestro cliente\b|\bonze (?:opdrachtgever|klant)\b[^.!?]{0,120}\b(?:zoekt|is op zoek)\b|\b(?:namens|in opdracht van) onze (?:opdrachtgever|klant)\b|\bnosso cliente\b[^.!?]{0,120}\b(?:busca|procura|esta (?:a procurar|buscando))\b|\bem nome do nosso cliente\b|\bnostro cliente\b[^.!?]{0,120}\b(?:cerca|ricerca|e alla ricerca)\b|\bper conto di (?:un )?(?:nostro )?cliente\b|\bnasz klient\b[^.!?]{0,120}\b(?:poszukuje|szuka)\b|\b(?:w imieniu|na zlecenie) naszego klienta\b/

/** One client. It says enough in a title, and in a sentence that speaks of a search. */
const FOR_A_CLIENT =
  /\b(?:for (?:(?:our|a) client(?!-| (?:facing|success|services?|side|support|relations|projects?|base))|one of our clients)|fur (?:unseren|einen unserer) (?:kunden|mandanten|auftraggeber|klienten)|fur unser kundenunternehmen|bei unserem (?:kunden|mandanten|auftraggeber)|pour (?:notre client|(?:l['’ ])?un de nos clients)|para (?:nuestro|un) cliente|voor (?:onze|een) (?:klant|opdrachtgever)|para (?:o )?nosso cliente|per (?:il )?nostro cliente|per (?:\p{L}{0,12} )?azienda cliente|dla (?:naszego klienta|jednego z naszych klientow))\b/u
const SEARCHES =
  /\b(?:looking for|searching for|in search of|seeking|we seek|hiring|recruiting|suchen|sucht|gesucht|recherch\p{L}{1,6}|recrut\p{L}{1,6}|busca\p{L}{0,4}|procura\p{L}{0,4}|zoeken|zoekt|op zoek|cerchiamo|cerca|ricerc\p{L}{1,5}|selezion\p{L}{1,6}|seleccion\p{L}{1,6}|poszukuj\p{L}{1,4}|szukamy|rekrutuj\p{L}{1,4})\b/u

/** The client describes itself or offers something at the beginning of a sentence, or employs and pays whoever is hired. */
const CLIENT_EMPLOYS =
  /^\W{0,3}(?:our client (?:is an? |offers |provides |operates )|nuestro cliente (?:es una? |ofrece )|(?:o )?nosso cliente (?:e uma? |oferece )|notre client (?:est une? |propose |offre )|unser (?:kunde|mandant) (?:ist eine? |bietet )|onze (?:opdrachtgever|klant) (?:is een |biedt )|il nostro cliente (?:e un[a ]?['’ ]?|offre )|nasz klient (?:to |oferuje ))|\b(?:employed|hired|paid|engaged) (?:directly )?by (?:our|the) client\b|\byour (?:employment )?contract (?:is|will be) (?:directly )?with (?:our|the) client\b|\b(?:angestellt|eingestellt) (?:direkt )?bei unserem (?:kunden|mandanten|auftraggeber)\b|\bdirekt bei unserem (?:kunden|mandanten|auftraggeber) (?:angestellt|eingestellt)\b|\bcontratad[oa] (?:directamente )?por (?:nuestro|el) cliente\b|\bcontratad[oa] (?:diretamente )?pelo (?:nosso )?cliente\b|\bin dienst bij (?:onze|de) (?:opdrachtgever|klant)\b|\b(?:retained|mandated|engaged) (?:exclusively )?by (?:our|a|the) client\b/
/** An ordinary employer may hire through such an agency, so a sentence must say that it is one. */
const IS_TEMPORARY_WORK =
  /\b(?:(?:nous sommes une|notre|en tant qu['’ ]) ?agence (?:d['’ ]interim|d['’ ]emploi|de travail temporaire)|(?:somos una?|como|nuestra) empresa de trabajo temporal|(?:siamo una?['’ ]?|in qualita di|nostra) ?agenzia per il lavoro|jestesmy agencja pracy|somos uma empresa de trabalho temporario|wij zijn een uitzendbureau|we (?:supply|place) (?:[a-z]{1,15} )?(?:nurses|carers|drivers|teachers|workers|staff|candidates|temps) (?:to|with|at|into) (?:[a-z]{1,15} )?(?:hospitals|clinics|care homes|schools|warehouses|employers|companies|businesses|clients))\b/

const MAX_SENTENCE = 600

/** Of somebody else: a client of an agency, or an employer on a marketplace. */
export function isOfSomebodyElse(sentence: string): boolean {
  return isForClient(sentence) || isOfMarketplace(sentence)
}

export function isForClient(sentence: string): boolean {
  const text = fold(sentence.slice(0, MAX_SENTENCE))
  if (CLIENT_SEARCHES.test(text) || CLIENT_EMPLOYS.test(text) || IS_TEMPORARY_WORK.test(text)) return true
  return FOR_A_CLIENT.test(text) && SEARCHES.test(text)
}

/** A title or label is about the search already. */
export function isTitleForClient(title: string): boolean {
  const text = fold(title.slice(0, MAX_SENTENCE))
  return FOR_A_CLIENT.test(text) || CLIENT_SEARCHES.test(text) || isOfMarketplace(title)
}

/** The employer that a title names: "Cook at Globex", "Koch bei Globex". It may be the one that posts it. */
const NAMED_EMPLOYER = /\s(?:at|@|bei|chez|bij|presso)\s(?<name>\p{Lu}[\p{L}\p{N}&.'’ -]{1,60})$/u

export function employerInTitle(title: string): string | undefined {
  return title.slice(-120).match(NAMED_EMPLOYER)?.groups?.name?.trim()
}
