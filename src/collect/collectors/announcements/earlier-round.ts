// "Six months after its $5M seed, Acme raises $20M" is news of the second round. The clause about the first one is
// removed from the sentence, with its amount, if the rest still mentions money.

import type { Segment } from './announcement-text.ts'
import { GETS, GETS_FROM, MONEY, RAISES } from './cues.ts'

const CLAUSE =
  / (?:(?:just|only|less than|barely|about|nearly|over|nur|kaum|knapp|gerade mal|seulement|a peine|moins de|solo|apenas|menos de|appena|meno di|slechts) ){0,2}(?:(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|ein|zwei|drei|vier|sechs|acht|neun|zehn|un|deux|trois|quatre|huit|neuf|dix|dos|tres|cuatro|seis|ocho|due|tre|quattro|sei|otto|een|twee|drie|zes|acht) )?(?:weeks?|months?|years?|wochen|monate?|jahre?|semaines?|mois|ans?|semanas|mes(?:es)?|anos?|mesi|anni|anno|maanden|jaar) (?:after|since|following|on from|nach|apres|despues de|dopo|na) (?:(?:its|our|the|their|closing|raising|announcing|securing|an?|N|previous|last|first|oversubscribed|dem|der|ihrer|seiner|unserer|erste[nr]?|sa|son|notre|la|le|une?|premiere|su|nuestra|de|d|il|lo|l|un|primo|de|zijn|hun|vorige|eerste|abschluss|cierre) ){0,5}(?:(?:seri(?:es|e) [a-h]\d?|(?:pre )?seed|funding|amorcage|semilla)(?: (?:round|funding|financing|raise|extension|runde|finanzierung|of N|de N|uber N|da N|di N)){0,2}|round|raise|financing|launch|founding|\w{0,25}runde|\w{0,25}finanzierung|levee(?: de fonds)?(?: de N)?|tour de table|ronda(?: semilla)?(?: de N)?|round(?: seed)?(?: da N)?|aumento di capitale|\w{0,20}ronde|grundung|lancering)(?= )/

export function withoutEarlierRound(segment: Segment): Segment {
  const [clause] = CLAUSE.exec(segment.text) ?? []
  if (clause === undefined) return segment
  const at = segment.text.indexOf(clause)
  const [before, after] = [segment.text.slice(0, at), segment.text.slice(at + clause.length)]
  const text = `${before}${after}`
  const first = countAmounts(before)
  const amounts = segment.amounts.toSpliced(first, countAmounts(clause))
  const isMoney = amounts.length > 0 || MONEY.test(text)
  return isMoney && (RAISES.test(text) || GETS.test(text) || GETS_FROM.test(text))
    ? { ...segment, text, amounts }
    : segment
}

function countAmounts(text: string): number {
  return text.split(' ').filter((word) => word === 'N').length
}
