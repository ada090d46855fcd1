// What agencies write about themselves and their searches, in job ads that name no "client": a search for somebody else, how they
// treat candidates, and how temporary work is paid. Without case and accents.

/** Somebody else who needs people, without a name: "a Series B startup", "ein Unternehmen der Lebensmittelbranche". */
const SEARCH_FOR_ANOTHER =
  /\b(?:(?:recruiting|hiring|looking|searching) (?:[a-z]{1,12} ){0,6}on behalf of an? |on behalf of an? (?:[a-z-]{1,20},? ){1,6}(?:we (?:are|seek)|i am|we're|i'm) |(?:working|partnering|partnered) (?:exclusively |closely )?with an? (?:[a-z0-9-]{1,20} ){1,8}(?:to (?:hire|recruit|appoint)|who (?:are|is) (?:now |currently |actively )?(?:looking|seeking|hiring|recruiting))|(?:we|i) (?:have been|are|am|were) (?:exclusively )?(?:retained|instructed|mandated) by an? |(?:this is|we run|conducting) an? (?:retained|exclusive|confidential) search|the client (?:will interview|is (?:looking|searching) for|is seeking|requires an? )|im auftrag (?:eines|einer) (?:\p{L}{1,25} ){1,6}(?:suchen|besetzen) |wir (?:suchen|besetzen) fur ein(?:en|e)? (?:\p{L}{1,20} ){0,4}(?:unternehmen|betrieb|konzern|kanzlei|kundenunternehmen)|unser kundenunternehmen (?:bietet|sucht|ist) |empresa cliente (?:\p{L}{1,15} ){0,5}(?:precisa|busca|necesita|requiere)|(?:buscamos|seleccionamos) para (?:una )?(?:importante|empresa lider|compania lider|multinacional)|je gaat (?:werken|aan de slag) bij (?:onze|een) (?:opdrachtgever|klant))/u

/** What happens to those who apply. Candidates are placed by agencies only. */
const CANDIDATES =
  /\b(?:shortlisted by our (?:consultants|recruiters)|(?:register|registered|registration) with our agency|(?:our|your) (?:dedicated |specialist |personal )?recruitment consultants? (?:will|can|guides?|supports?)|(?:candidates|workers|temps|nurses|teachers|people) (?:that |who are )?placed (?:by|through) us|(?:we|i) speciali[sz]e in (?:placing|recruiting|the (?:recruitment|placement) of) |match candidates (?:with|to) our clients|trust us to (?:fill|recruit for) |(?:wir )?vermitteln (?:wir )?(?:sie|dich) (?:in|an|direkt|bei) |vermitteln (?:wir )?(?:ihnen|dir) (?:\p{L}{1,20} ){0,3}(?:stellen?|jobs?|festanstellung|arbeitsstellen?)\b|vivier d['’ ]?interimaires|(?:nuestra |desde la )?consultora de seleccion|(?:wij |we )?bemiddelen je (?:naar|bij|voor))/u

/** How temporary work is paid, and how it may end. Only an agency's workers are paid like this. */
const TEMPORARY_PAY =
  /\b(?:paye or umbrella|umbrella (?:rate|or paye)|temp(?:orary)?[- ]to[- ]perm(?:anent)?|ifm (?:et|\+|&) (?:i?ccp)|contrat d['’ ]interim|a traves de (?:una )?ett\b|contratto (?:di|in) somministrazione|contratto iniziale in somministrazione|integracao no cliente|im rahmen der (?:personal|arbeitnehmer)uberlassung|(?:ihr|dein) einsatz erfolgt bei (?:einem|einer|unserem)|(?:via|bij) ons uitzendbureau|op uitzendbasis)/u

const IS_SEARCH_FIRM =
  /\b(?:we are|as) an? (?:[a-z-]{1,15} ){0,3}(?:headhunting|executive search|search and selection|staffing|recruitment) (?:firm|boutique|company|business|partner|practice|agency|consultancy)\b|\b(?:wir sind|als) (?:eine? )?(?:\p{L}{1,20} ){0,2}(?:personalberatung|personalvermittlung|zeitarbeitsfirma)\b|\b(?:nous sommes un|en tant que) cabinet de recrutement\b/u

/** `folded`: without case and accents. */
export function isOfAgency(folded: string): boolean {
  return (
    SEARCH_FOR_ANOTHER.test(folded) ||
    CANDIDATES.test(folded) ||
    TEMPORARY_PAY.test(folded) ||
    IS_SEARCH_FIRM.test(folded)
  )
}
