// Which section of a description a sentence is in. Headings decide, in eight languages.

import { fold } from '../../platform/text/normalise-text.ts'
import { type Line, linesOf } from './lines.ts'

/** `other`: no heading decides. */
export type Section = 'about' | 'duties' | 'requirements' | 'offer' | 'applying' | 'other'

export interface Sentence {
  readonly text: string
  readonly section: Section
}

/** The first that fits decides, so the narrow ones come first. Texts are folded: no case, no accents. */
const HEADINGS: readonly [Section, RegExp][] = [
  [
    'applying',
    /\b(?:how to apply|to apply|apply now|application (?:process|instructions)|(?:hiring|interview|selection|recruitment|recruiting) process|the process|interviews?\b|equal (?:opportunity|employment)|eeo|privacy|accommodations?|diversity|bewerbung|bewirb|bewerbungsprozess|candidature|processus de recrutement|postuler|como (?:aplicar|postular|candidatar)|proceso de seleccion|processo (?:seletivo|di selezione)|candidati|sollicit|aplikuj|rekrutacj)/,
  ],
  [
    'duties',
    /\babout (?:the|this) (?:role|job|position|opportunity|team)|\bthe (?:role|job|position|opportunity)\b|what (?:you(?:'|’)?ll|you will|you(?:'|’)?d|will you|you get to) |what you do\b|responsibilit|\bduties\b|\btasks?\b|your (?:role|mission|impact|job|day|challenge)|day[- ]to[- ]day|in this role|how you(?:'|’)?ll|you(?:'|’)?ll (?:be|do|own)|job description|(?:our|the|tech(?:nology)?) ?-?stack|technolog(?:y|ies) we|tools (?:we|you)|aufgabe|deine rolle|deine mission|erwartet dich|sie erwartet|tatigkeit|\bmissions?\b|le poste|votre role|ton role|responsabilidad|funciones|tareas|tu mision|responsabilita|attivita|mansioni|il ruolo|responsabilidade|atividades|o que (?:voce )?vai fazer|takenpakket|\btaken\b|wat ga je doen|jouw rol|werkzaamheden|obowiazki|zakres|zadania|co bedziesz/,
  ],
  [
    'offer',
    /benefit|\bperks?\b|what(?:'s| is) in it|(?:what )?we(?:'ll)? offer|what you(?:'|’)?ll get|compensation|salary|\bpay\b|why (?:join|work|us|you)|wir bieten|bieten wir|unser angebot|deine vorteile|nous (?:offrons|proposons|vous offrons)|ce que nous (?:offrons|proposons)|avantages|ofrecemos|beneficios|offriamo|wij bieden|wat (?:bieden|krijg)|oferujemy|oferecemos/,
  ],
  [
    'requirements',
    /requirement|qualification|what (?:you|we)(?:'|’)?(?:ll|re| are)? ?(?:bring|need|have|look|expect|want|seek)|who you are|who we(?:'|’)?(?:re| are) looking|about you|your (?:profile|background|skills|experience|expertise)|you (?:have|bring|are)\b|must[- ]haves?|nice[- ]to[- ]haves?|\bskills?\b|experience|preferred|bonus points|ideal candidate|looking for|anforderung|\bprofil|qualifikation|mitbring|bringst du|wir erwarten|competences|requisitos|perfil|requisiti|competenze|profilo|vereist|wie ben jij|jouw profiel|wat breng|wymagania|oczekujemy|oczekiwania/,
  ],
  [
    'about',
    /\babout\b|who we are|what we do|our (?:story|mission|values|company|culture|customers|product|vision)|company (?:description|overview)|uber uns|wer wir sind|unternehmen|das sind wir|a propos|qui sommes|l'entreprise|sobre (?:nosotros|nos|a )|quienes somos|quem somos|chi siamo|l'azienda|over ons|wie (?:zijn wij|wij zijn)|o nas|kim jestesmy/,
  ],
]

const MAX_HEADING = 90

function sectionOfHeading(text: string): Section | undefined {
  const folded = fold(text)
  return HEADINGS.find(([, pattern]) => pattern.test(folded))?.[0]
}

/** A heading in bold or not: a short line with such words, or one that ends in a colon. */
function headingOf({ text, isHeading, isItem }: Line): Section | 'unknown' | undefined {
  if (text.length > MAX_HEADING || (isItem && !isHeading)) return undefined
  const looksLikeOne = isHeading || text.endsWith(':') || (!/[.!?]$/.test(text) && text.split(' ').length <= 6)
  if (!looksLikeOne) return undefined
  return sectionOfHeading(text) ?? (isHeading ? 'unknown' : undefined)
}

const MAX_SENTENCES = 400

/** Every sentence with its section. An unknown heading ends the section before it, except inside the tasks. */
export function sentencesOf(html: string): Sentence[] {
  const sentences: Sentence[] = []
  let section: Section = 'other'
  for (const line of linesOf(html)) {
    const heading = headingOf(line)
    if (heading !== undefined) {
      const isInside = heading === 'unknown' && (section === 'duties' || section === 'requirements')
      if (!isInside) section = heading === 'unknown' ? 'other' : heading
      continue
    }
    for (const text of sentencesOfLine(line.text)) {
      if (sentences.length < MAX_SENTENCES) sentences.push({ text: text.trim(), section })
    }
  }
  return sentences
}

/** These don't end a sentence: "a CRM, e.g. Salesforce", "ein CRM, z. B. HubSpot". */
const ABBREVIATION =
  /(?:^|[\s(/])(?:e\. ?g|z|p|i\. ?e|ex|incl|approx|vs|inc|ltd|z\. ?b|d\. ?h|u\. ?a|o\. ?ä|bzw|inkl|ca|evtl|ggf|insb|mind|p\. ?ex|par ex|p\. ?ej|ej|bijv|bv|m\.b\.v|o\.a|ad es|es|np|m\.in|itp)\.$/iu

function sentencesOfLine(line: string): string[] {
  const sentences: string[] = []
  let isCut = false
  for (const part of line.split(/(?<=[.!?])\s(?=[\p{Lu}\p{N}"“„])/u)) {
    const sentence: string = isCut ? `${sentences.pop()} ${part}` : part
    sentences.push(sentence)
    isCut = ABBREVIATION.test(sentence.slice(-20))
  }
  return sentences
}
