// Whether a text says that a job is at a client of whoever posts it: "Our client is looking for …", "für unseren Kunden". Such
// jobs are an agency's. A consultancy works for clients too, but hires for itself: "You advise our clients" says nothing, so a
// sentence must speak of one client, and of the search for somebody.

import { fold } from '../../platform/text/normalise-text.ts'

/** The client looks for somebody, or somebody looks on its behalf. Without case and accents. */
const CLIENT_SEARCHES =
  /\b(?:our|my) client\b[^.!?]{0,120}\b(?:(?:is|are) (?:currently |now |actively )?(?:looking|searching|seeking|hiring|recruiting|in search)|seeks|requires|has an opening)\b|^\W{0,3}our client,? (?:an? |one of |the leading )|\b(?:on|in) behalf of (?:our|a|one of our) clients?\b|\bunser (?:kunde|mandant|auftraggeber|klient)\b[^.!?]{0,120}\b(?:sucht|ist auf der suche)\b|\b(?:im|in) (?:namen und )?auftrag (?:unseres|eines unserer|eines|unserer) (?:kunden|mandanten|klienten|auftraggebers)\b|\bnotre client\b[^.!?]{0,120}\b(?:recherche|recrute|est a la recherche)\b|\bpour le compte de (?:notre|l['’ ]un de nos|un de nos) clients?\b|\bnuestro cliente\b[^.!?]{0,120}\b(?:busca|precisa|requiere|esta buscando)\b|\ben nombre de nuestro cliente\b|\bonze (?:opdrachtgever|klant)\b[^.!?]{0,120}\b(?:zoekt|is op zoek)\b|\b(?:namens|in opdracht van) onze (?:opdrachtgever|klant)\b|\bnosso cliente\b[^.!?]{0,120}\b(?:busca|procura|esta (?:a procurar|buscando))\b|\bem nome do nosso cliente\b|\bnostro cliente\b[^.!?]{0,120}\b(?:cerca|ricerca|e alla ricerca)\b|\bper conto di (?:un )?(?:nostro )?cliente\b|\bnasz klient\b[^.!?]{0,120}\b(?:poszukuje|szuka)\b|\b(?:w imieniu|na zlecenie) naszego klienta\b/

/** One client. It says enough in a title, and in a sentence that speaks of a search. */
const FOR_A_CLIENT =
  /\b(?:for (?:(?:our|a) client(?!-| (?:facing|success|services?|side|support|relations|projects?|base))|one of our clients)|fur (?:unseren|einen unserer) (?:kunden|mandanten|auftraggeber|klienten)|fur unser kundenunternehmen|bei unserem (?:kunden|mandanten|auftraggeber)|pour (?:notre client|(?:l['’ ])?un de nos clients)|para (?:nuestro|un) cliente|voor (?:onze|een) (?:klant|opdrachtgever)|para (?:o )?nosso cliente|per (?:il )?nostro cliente|per (?:\p{L}{0,12} )?azienda cliente|dla (?:naszego klienta|jednego z naszych klientow))\b/u
const SEARCHES =
  /\b(?:looking for|searching for|in search of|seeking|we seek|hiring|recruiting|suchen|sucht|gesucht|recherch\p{L}{1,6}|recrut\p{L}{1,6}|busca\p{L}{0,4}|procura\p{L}{0,4}|zoeken|zoekt|op zoek|cerchiamo|cerca|ricerc\p{L}{1,5}|selezion\p{L}{1,6}|seleccion\p{L}{1,6}|poszukuj\p{L}{1,4}|szukamy|rekrutuj\p{L}{1,4})\b/u

const MAX_SENTENCE = 600

export function isForClient(sentence: string): boolean {
  const text = fold(sentence.slice(0, MAX_SENTENCE))
  return CLIENT_SEARCHES.test(text) || (FOR_A_CLIENT.test(text) && SEARCHES.test(text))
}

/** A title or label is about the search already. */
export function isTitleForClient(title: string): boolean {
  const text = fold(title.slice(0, MAX_SENTENCE))
  return FOR_A_CLIENT.test(text) || CLIENT_SEARCHES.test(text)
}

/** The employer that a title names: "Cook at Globex", "Koch bei Globex". It may be the one that posts it. */
const NAMED_EMPLOYER = /\s(?:at|@|bei|chez|bij|presso)\s(?<name>\p{Lu}[\p{L}\p{N}&.'’ -]{1,60})$/u

export function employerInTitle(title: string): string | undefined {
  return title.slice(-120).match(NAMED_EMPLOYER)?.groups?.name?.trim()
}
