// Whether a name that a board states is the company's.

import { wordsOf } from '../../../platform/text/normalise-text.ts'
import { type OwnForms, spellingsOf, withoutLegalForm, withoutPlainWords } from './name-forms.ts'

/**
 * `own`: one of the company's names. `similar`: one is the beginning of the other, as with a parent and its subsidiary.
 * `mixed`: the company's among other words. `other`: another company's. Undefined: no name stated.
 */
export type Judgement = 'own' | 'similar' | 'mixed' | 'other' | undefined

/** Words around a name in the title of a page with jobs, in ten languages. */
const TITLE_WORDS = new Set(
  `a all and apply are at board browse career careers come current currently employment explore find for hiring home in is
  job jobs join life listings list now of on open opening openings opportunities opportunity our page portal position
  positions powered by re recruiting recruitment role roles search see site team the to us vacancies vacancy view we welcome
  with work working your
  aktuelle alle arbeite arbeiten bei beim der die das dem den im jobangebote jobborse jobportal karriere karriereseite offene
  stelle stellen stellenangebote stellenausschreibungen stellenmarkt uns unsere unser werde teil von willkommen
  au aux carriere carrieres chez d de des du emploi emplois et equipe la le les nos notre nous offre offres ouverts postes
  postuler recrute recrutement rejoignez rejoindre travailler
  con el empleo empleos en equipo las los carreras nosotros nuestro nuestras oferta ofertas trabaja trabajar trabajo unete
  vacante vacantes
  bij onze ons team vacature vacatures werken werkenbij werk
  aperte carriera carriere lavora lavorare lavoro noi offerte posizioni presso
  carreiras conosco connosco em emprego na no nossas oportunidades trabalhe trabalha trabalhar vaga vagas
  hos jobb jobba karriar lediga oss tjanster tjänster vara
  dolacz do kariera nas oferty praca pracy pracuj u w z`.split(/\s+/),
)
/** Between the parts of a title, whose white space is single spaces. */
const BETWEEN = / [-–—@/] |[|·•»›]|: /u
/** A longer text isn't a name, and every spelling of it would be compared. */
const MAX_TEXT = 300
/** It can still be only words of one letter. */
const MAX_WORDS = 40
/** More words without the company's name are a slogan. */
const MAX_NAME_WORDS = 4
/** A shorter name is too common to match by its beginning only: "Zip" is not "Zip Water". */
const MIN_SHARED = 4

/** For a bare name, as in feeds and structured data. */
export function judgeName(text: string, own: OwnForms): Judgement {
  const spelt = spellingsOf(text.slice(0, MAX_TEXT))
    .filter((words) => words.length > 0)
    .map((words) => words.slice(0, MAX_WORDS))
  if (spelt.length === 0) return undefined
  if (spelt.some((words) => isOwn(words, own))) return 'own'
  const ends = trimmed(spelt)
  if (ends.length === 0) return undefined
  if (ends.some((words) => isOwn(words, own))) return 'own'
  const shown = ends.map(withoutLegalForm)
  return shown.some((words) => own.names.some((name) => isBeginning(words, name))) ? 'similar' : 'other'
}

/** For the title of a page. `system` is the name of the board system, which is ignored. */
export function judgeTitle(title: string, own: OwnForms, system: string): Judgement {
  const parts = title
    .slice(0, MAX_TEXT)
    .split(BETWEEN)
    .filter((part) => !wordsOf(part).includes(system))
  const judged = parts.map((part) => [part, judgeName(part, own)] as const).filter(([, each]) => each !== undefined)
  const kinds = new Set(judged.map(([, each]) => each))
  if (kinds.size === 0) return undefined
  const [only, ...others] = kinds
  if (others.length > 0) return kinds.has('own') ? 'mixed' : 'other'
  const isSlogan = only === 'other' && judged.every(([part]) => isLong(wordsOf(part)))
  if (!isSlogan) return only
  return judged.some(([part]) => hasOwn(wordsOf(part), own)) ? 'mixed' : undefined
}

function isLong(words: readonly string[]): boolean {
  const isNamed = (word: string) => !TITLE_WORDS.has(word)
  return words.findLastIndex(isNamed) - words.findIndex(isNamed) >= MAX_NAME_WORDS
}

/** Whether a name of the company occurs anywhere in the words. */
function hasOwn(words: readonly string[], { names }: OwnForms): boolean {
  const text = ` ${words.join(' ')} `
  return names.some((name) => text.includes(` ${name.join(' ')} `))
}

function isOwn(words: readonly string[], own: OwnForms): boolean {
  const named = withoutLegalForm(words)
  if (own.all.has(named.join('')) || own.whole.has(words.join(''))) return true
  const plain = withoutPlainWords(named)
  if (plain && own.all.has(plain.join(''))) return true
  return own.names.some((name) => withoutPlainWords(name)?.join('') === named.join(''))
}

/** All variants without title words at the beginning and the end. Empty: there are none. */
function trimmed(spelt: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return spelt.flatMap((words) => {
    const first = words.findIndex((word) => !TITLE_WORDS.has(word))
    const last = words.findLastIndex((word) => !TITLE_WORDS.has(word))
    if (first < 0) return []
    const ways: (readonly string[])[] = []
    for (let from = 0; from <= first; from++)
      for (let to = last; to < words.length; to++) ways.push(words.slice(from, to + 1))
    return ways
  })
}

function isBeginning(one: readonly string[], other: readonly string[]): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  return shorter.join('').length >= MIN_SHARED && shorter.every((word, at) => word === longer[at])
}
