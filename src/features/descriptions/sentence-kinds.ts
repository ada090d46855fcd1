// Sentences that say nothing about the work or the tools of the company.

/** About applying for the job: "Don't use ChatGPT in the interview". */
const APPLYING =
  /\b(?:applicants?|your (?:application|cv|résumé|resume|cover letter|interview)|job applications?|(?:the|our|this) (?:hiring|recruitment|recruiting|selection|application|interview(?:ing)?) process|(?:during|in) (?:the|your|our|an) interviews?|apply (?:for|to this|now|via|through|here|today|online|directly|with)|how to apply|to apply[,:]|cover letter|equal opportunity|without regard to|reasonable accommodations?|background check|bewerbung(?:en|sprozess|sunterlagen|sgespräch)?|lebenslauf|anschreiben|candidatures?|postulez|entretiens?|lettre de motivation|curr[ií]culum|solicitud|entrevistas?|candidatura|colloqui[oe]?|sollicit(?:eer|atie|eren)|sollicitatieprocedure|rekrutacj[ai]|aplikowa[ćn])\b/iu

/** About others: who buys, sells, competes, invests. */
const ABOUT_OTHERS =
  /\b(?:(?:our|their|its|of|to|for|with|help|helping|serve|serving) (?:[\p{L}-]+ ){0,2}(?:customers?|clients?|partners?|users|merchants)|customers? (?:such as|like|including|include)|clients? (?:such as|like|including|include)|client(?:s'|'s)? (?:projects?|engagements?|environments?|needs|instances?)|clientele|trusted by|prospects|replac(?:e|es|ing) (?=\p{Lu})|used by|loved by|competitors?|compet(?:e|ing) with|alternatives? to|companies (?:such as|like|including)|startups (?:such as|like)|brands (?:such as|like|including|you)|partners? (?:such as|like|including|include|with|of)|partnerships? with|integrat(?:e[sd]?|es|ing|ions?) (?:with|for|to|into)|backed by|investors?|acquired|acquisition of|alumni|formerly|previously at|veterans of|ex-|founded by|founders? (?:of|from)|unlike|marketplace|certified partner|unsere[nr]? kunden|kunden wie|partner wie|wettbewerber|nos clients|clients comme|partenaires|concurrents|nuestros clientes|clientes como|socios|competidores|i nostri clienti|clienti come|onze klanten|klanten zoals|concurrenten|nossos clientes|naszych klient[óo]w|klienci tacy)\b/iu

const PERSONAL = /[\w.+-]+@[\w-]+\.\w|(?:\+|\b00)\d[\d\s()/-]{7,}|\b(?:contact|ansprechpartner(?:in)?|reach out to)\b/iu

export function isAboutApplying(sentence: string): boolean {
  return APPLYING.test(sentence)
}

export function isAboutOthers(sentence: string): boolean {
  return ABOUT_OTHERS.test(sentence)
}

/** It may name a person or their address. Such a sentence is never kept. */
export function mayBePersonal(sentence: string): boolean {
  return PERSONAL.test(sentence)
}
