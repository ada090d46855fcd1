// What agencies write about themselves and their searches, in job ads that name no "client": a search for another
// company, how they treat candidates, and how temporary work is paid. Without case and accents.

import { ENOUGH_HINTS, kindHintsIn } from './kind-hints.ts'

/**
 * Another company that needs people, without a name: "a Series B startup", "ein Unternehmen der Lebensmittelbranche".
 */
const SEARCH_FOR_ANOTHER =
  /\b(?:(?:recruiting|hiring|looking|searching) (?:[a-z]{1,12} ){0,6}on behalf of an? |on behalf of an? (?:[a-z-]{1,20},? ){1,6}(?:we (?:are|seek)|i am|we're|i'm) |(?:working|partnering|partnered) (?:exclusively |closely )?with an? (?:[a-z0-9-]{1,20} ){1,8}(?:to (?:hire|recruit|appoint)|who (?:are|is) (?:now |currently |actively )?(?:looking|seeking|hiring|recruiting))|(?:we|i) (?:have been|are|am|were) (?:exclusively )?(?:retained|instructed|mandated) by an? |(?:this is|we run|conducting) an? (?:retained|exclusive|confidential) search|the client (?:will interview|is (?:looking|searching) for|is seeking|requires an? )|im auftrag (?:eines|einer) (?:\p{L}{1,25} ){1,6}(?:suchen|besetzen) |wir (?:suchen|besetzen) fur ein(?:en|e)? (?:\p{L}{1,20} ){0,4}(?:unternehmen|betrieb|konzern|kanzlei|kundenunternehmen)|unser kundenunternehmen (?:bietet|sucht|ist) |empresa cliente (?:\p{L}{1,15} ){0,5}(?:precisa|busca|necesita|requiere)|(?:buscamos|seleccionamos) para (?:una )?(?:importante|empresa lider|compania lider|multinacional)|je gaat (?:werken|aan de slag) bij (?:onze|een) (?:opdrachtgever|klant))/u

/** What happens to those who apply. Only agencies place candidates. */
const CANDIDATES =
  /\b(?:shortlisted by our (?:consultants|recruiters)|(?:register|registered|registration) with our agency|(?:our|your) (?:dedicated |specialist |personal )?recruitment consultants? (?:will|can|guides?|supports?)|(?:candidates|workers|temps|nurses|teachers|people) (?:that |who are )?placed (?:by|through) us|(?:we|i) speciali[sz]e in (?:placing|recruiting|the (?:recruitment|placement) of) |match candidates (?:with|to) our clients|trust us to (?:fill|recruit for) |(?:wir )?vermitteln (?:wir )?(?:sie|dich) (?:in|an|direkt|bei) |vermitteln (?:wir )?(?:ihnen|dir) (?:\p{L}{1,20} ){0,3}(?:stellen?|jobs?|festanstellung|arbeitsstellen?)\b|vivier d['’ ]?interimaires|(?:nuestra |desde la )?consultora de seleccion|(?:wij |we )?bemiddelen je (?:naar|bij|voor))/u

/** How temporary work is paid, and how it may end. Only an agency's workers are paid like this. */
const TEMPORARY_PAY =
  /\b(?:paye or umbrella|umbrella (?:rate|or paye)|temp(?:orary)?[- ]to[- ]perm(?:anent)?|ifm (?:et|\+|&) (?:i?ccp)|contrat d['’ ]interim|a traves de (?:una )?ett\b|contratto (?:di|in) somministrazione|contratto iniziale in somministrazione|integracao no cliente|im rahmen der (?:personal|arbeitnehmer)uberlassung|(?:ihr|dein) einsatz erfolgt bei (?:einem|einer|unserem)|(?:via|bij) ons uitzendbureau|op uitzendbasis)/u

const IS_SEARCH_FIRM =
  /\b(?:we are|as) an? (?:[a-z-]{1,15} ){0,3}(?:headhunting|executive search|search and selection|staffing|recruitment) (?:firm|boutique|company|business|partner|practice|agency|consultancy)\b|\b(?:wir sind|als) (?:eine? )?(?:\p{L}{1,20} ){0,2}(?:personalberatung|personalvermittlung|zeitarbeitsfirma)\b|\b(?:nous sommes un|en tant que) cabinet de recrutement\b/u

/** The client does something or is introduced. "My client" always means a recruiter. */
const SPEAKS_FOR_CLIENT =
  /^\W{0,3}(?:my client (?!(?:list|base|portfolio|book)\b)|our client(?:,| (?:has|needs|wants|would like|is (?:scaling|growing|expanding|building|opening|backed))\b)|notre client(?:,| (?:renforce|souhaite|cherche|developpe|ouvre)\b)|unser (?:kunde|mandant|auftraggeber|klient)(?:,| (?:aus|mit sitz|wachst|erweitert|baut|verstarkt)\b)|nuestro cliente(?:,| (?:necesita|amplia|refuerza|abre)\b)|onze (?:opdrachtgever|klant)(?:,| (?:groeit|breidt|heeft)\b)|(?:o )?nosso cliente(?:,| (?:precisa|esta a (?:crescer|expandir))\b)|il nostro cliente(?:,| (?:sta crescendo|amplia)\b)|nasz klient(?:,| (?:rozwija|zatrudni|potrzebuje)\b))|^\W{0,3}working (?:exclusively |closely |directly )?(?:with|for|alongside) an? [^.!?]{3,80}, (?:i am|i'm|we are|we're) (?:looking|searching|recruiting|hiring)\b|\b(?:has|have) (?:exclusively )?(?:asked|retained|engaged|instructed|mandated|commissioned|appointed) (?:us|me) to (?:find|fill|recruit|hire|search|appoint)\b|\b(?:hat|haben) uns (?:exklusiv )?(?:beauftragt|mandatiert)|\bnous a (?:mandate|confie)\w{0,3} (?:le recrutement|pour recruter|la recherche)|\bnos ha (?:encargado|confiado) la (?:busqueda|seleccion)|\b(?:working|partnering) with an? [^.!?]{3,80}\b(?:who|that|which) (?:needs?|wants?|requires?|(?:is|are) (?:keen|about|growing|expanding))\b|\b(?:through|via|with) our (?:employment |recruitment |staffing |temp )?agency\b(?! partners?)|\b(?:contract|dienstverband|overname|dienst) (?:\p{L}{1,12} ){0,3}bij (?:de|onze) (?:opdrachtgever|inlener)\b|\ben mission d['’ ]interim\b|\bumowa o prace tymczasowa\b|\bumow\p{L}{1,2} o prace tymczasowa\b/u

/** A search for "a company" is for another company: an employer says "our company". */
const A_COMPANY =
  /\b(?:for an? (?:[\p{L}-]{1,18} ){0,5}(?:(?:company|firm|start-?up|scale-?up|retailer|charity) (?:in|near|based|from|at|of|within)|manufacturer|producer|supplier|wholesaler|food factory|law firm)\b|fur ein(?:en|e)? (?:[\p{L}-]{1,25} ){0,4}(?:\p{L}{0,25}(?:unternehmen|betrieb|konzern|firma) (?:in|im|aus|der|des|mit sitz|nahe|bei)|\p{L}{0,25}(?:kanzlei|hersteller|zulieferer|arztpraxis|produzenten))\b|pour une? (?:\p{L}{1,18} ){0,3}(?:(?:entreprise|societe|pme|eti|start-?up) (?:du|de|des|a|basee|situee|specialisee)|industriel)\b|para (?:una? )?(?:\p{L}{1,18} ){0,3}(?:(?:empresa|compania) (?:de|del|en|ubicada|lider)|multinacional|grupo (?:hotelero|industrial|empresarial))\b|voor een (?:\p{L}{1,20} ){0,4}(?:\p{L}{0,20}bedrijf (?:in|uit|te|nabij|met|dat)|onderneming (?:in|uit|te)|fabrikant|producent|groothandel)\b|per (?:una? |un['’ ])?(?:\p{L}{1,18} ){0,3}(?:azienda (?:cliente|di|del|dell|operante|in|leader|metalmeccanica|alimentare)|multinazionale|impresa (?:di|del|in))\b|para (?:uma? )?(?:\p{L}{1,18} ){0,3}(?:multinacional|empresa (?:do|de|da|na|no))\b|dla (?:\p{L}{1,20} ){0,3}(?:firmy|producenta|spolki|przedsiebiorstwa) (?:z|w|produkcyj\p{L}{1,3}|handlow\p{L}{1,3}))/u
const WE_SEARCH =
  /\b(?:we(?:'re| are) (?:currently |now |actively )?(?:looking|searching|hiring|recruiting)|we (?:seek|recruit)|i(?:'m| am) (?:currently )?(?:looking|searching|hiring|recruiting)|^(?:looking|hiring|recruiting)|suchen (?:wir|ich)|(?:wir|ich) suchen?|besetzen wir|nous (?:recherchons|recrutons|cherchons)|(?:buscamos|seleccionamos|precisamos|incorporamos)|(?:zoeken|zoekt) (?:wij|we|ik)|(?:wij|we) zoeken|(?:wij|we) zijn op zoek|zijn (?:wij|we) op zoek|(?:cerchiamo|ricerchiamo|selezioniamo|selezionamos|selecionamos|procuramos|recrutamos)|(?:poszukujemy|szukamy|rekrutujemy))\b/
/** What a candidate should have done, or what the job is for, is not a search for another company. */
const IS_EXPERIENCE =
  /\b(?:experience|experienced|you(?:.ve| have)|work(?:ed|ing|s)? (?:for|at|in|with)|background|someone who|somebody who|who (?:has|have|can|wants?)|career|sell(?:s|ing)?|like (?:us|ours)|such as ours|erfahrung\w{0,3}|gearbeitet|jemand\w{0,2}|der|die schon|experiencia|ervaring|gewerkt|iemand die|esperienza|experience|experiencia|doswiadczeni\w{1,3}|wie uns\w{0,3}|comme la notre|come la nostra|como la nuestra|zoals|: (?:uns|us|nous|ons|noi))\b/

function isForAnother(folded: string): boolean {
  return A_COMPANY.test(folded) && WE_SEARCH.test(folded) && !IS_EXPERIENCE.test(folded)
}

/** `folded`: without case and accents. */
export function isOfAgency(folded: string): boolean {
  return (
    SEARCH_FOR_ANOTHER.test(folded) ||
    CANDIDATES.test(folded) ||
    TEMPORARY_PAY.test(folded) ||
    IS_SEARCH_FIRM.test(folded) ||
    SPEAKS_FOR_CLIENT.test(folded) ||
    isForAnother(folded) ||
    kindHintsIn(folded).agency.length >= ENOUGH_HINTS
  )
}
