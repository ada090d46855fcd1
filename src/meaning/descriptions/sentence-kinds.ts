// Sentences that say nothing about the work or the tools of the company.

import { wordsOf } from '../../platform/text/normalise-text.ts'

/** About applying for the job: "Don't use ChatGPT in the interview". */
const APPLYING =
  /\b(?:applicants?|your (?:application|cv|résumé|resume|cover letter|interview)|job applications?|(?:the|our|this) (?:hiring|recruitment|recruiting|selection|application|interview(?:ing)?) process|(?:during|in) (?:the|your|our|an) interviews?|apply (?:for|to this|now|via|through|here|today|online|directly|with)|how to apply|to apply[,:]|cover letter|equal opportunity|without regard to|reasonable accommodations?|background check|bewerbung(?:en|sprozess|sunterlagen|sgespräch)?|lebenslauf|anschreiben|candidatures?|postulez|entretiens?|lettre de motivation|curr[ií]culum|solicitud|entrevistas?|candidatura|colloqui[oe]?|sollicit(?:eer|atie|eren)|sollicitatieprocedure|rekrutacj[ai]|aplikowa[ćn])\b/iu

/** Follows a company's name, in words without accents, if the sentence says what it is or does. */
const IS_OR_DOES =
  /^(?:is|was|builds|develops|provides|offers|helps|makes|creates|uses|trains|enables|powers|combines|delivers|brings|ist|baut|entwickelt|bietet|hilft|nutzt|est|developpe|propose|aide|es|desarrolla|ofrece|ayuda|bouwt|ontwikkelt|biedt|helpt)\b/
const WE_DO = /^(?:we|our|wir|unsere?|nous|notre|nos|somos|nuestr[ao]s?|wij|onze?) /
/** Then it is about the job after all: "We are looking for somebody who trains models". */
const ABOUT_THE_JOB =
  /\b(?:you|your|yourself|looking|seeking|hiring|need|du|dich|dir|dein\w{0,5}|sie|ihre?|suchen|vous|votre|tu|recherchons|cherchons|buscamos|jij|je|jouw|zoeken)\b/

const LEGAL_FORMS: ReadonlySet<string | undefined> = new Set(
  'inc ltd llc gmbh ag se sa sas bv ab corp co kg'.split(' '),
)

/** Whether a sentence introduces the company: "Acme builds AI agents", "At Acme, we …", "Our models …". */
export function introducing(names: readonly string[]): (sentence: string) => boolean {
  const known = names.map(withoutLegalForm).filter((name) => name !== '')
  return (sentence) => {
    const words = wordsOf(sentence.slice(0, 200)).join(' ')
    if (ABOUT_THE_JOB.test(words)) return false
    return (
      WE_DO.test(words) ||
      known.some((name) => words.startsWith(`at ${name} we `) || IS_OR_DOES.test(wordsAfter(name, words)))
    )
  }
}

function withoutLegalForm(name: string): string {
  const words = wordsOf(name)
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1))) words.pop()
  return words.join(' ')
}

function wordsAfter(name: string, words: string): string {
  return words.startsWith(`${name} `) ? words.slice(name.length + 1) : ''
}

const PERSONAL =
  /[\w.+-]@[\w-]{1,63}\.\w|(?:\+|\b00)\d[\d\s()/-]{7}|\b(?:contact|ansprechpartner(?:in)?|reach out to)\b/iu

export function isAboutApplying(sentence: string): boolean {
  return APPLYING.test(sentence)
}

/** It may contain a person's name or address. Such a sentence is never kept. */
export function mayBePersonal(sentence: string): boolean {
  return PERSONAL.test(sentence)
}
