// Funding plus AI: an equity round with evidence of AI, by funding-ai-rules.ts: a word of the round's own label, a job
// about AI within 180 days before or after it, or a tool or page that was in use at the time of the round or came within
// 180 days after it.
//
// It occurs at the later of the round and its earliest evidence: before that it could not be known. Of each kind the
// three strongest signals are listed: the most confident first, then the oldest, so that later signals rarely change a
// list that customers have received. The confidence is the lower one of the round's and of its best evidence's, so more
// evidence never lowers it. Words of the round's own label are as certain as the round.

import { isEquityRound } from '../facts/index.ts'
import type { DeriveContext } from './context.ts'
import { type BaseSignal, byTime, DAY_SECONDS, type DerivedSignal, derivedKey } from './derived-signal.ts'
import { aiWordsOfRound, FUNDING_AI, isAiEvidence } from './funding-ai-rules.ts'

const EVIDENCE_FIELDS = { tool: 'tool', web: 'kind', hiring: 'jobTitle' } as const
type EvidenceType = keyof typeof EVIDENCE_FIELDS
const MAX_NAME_CHARACTERS = 100
/** This many ended ones are skipped before they are dropped, which costs as much as the whole list. */
const MAX_PASSED = 64
const REACH = FUNDING_AI.daysEitherSide * DAY_SECONDS

export function deriveFundingAi(
  company: string,
  facts: readonly BaseSignal[],
  context: DeriveContext,
): DerivedSignal[] {
  const isRound = ({ type, status }: BaseSignal) => type === 'funding' && status !== 'retracted'
  if (!facts.some(isRound)) return []
  const valid = facts.filter(({ status }) => status !== 'retracted').sort(byTime)
  const kinds = (Object.keys(EVIDENCE_FIELDS) as EvidenceType[]).map(
    (type) => new Evidence(valid.filter((fact) => fact.type === type && isAiEvidence(fact, context))),
  )
  // In the order of time, because evidence that has ended by one round has ended for all later ones.
  return valid
    .filter(isRound)
    .filter(isEquityRound)
    .flatMap((round) => {
      const words = aiWordsOfRound(company, round, context).slice(0, FUNDING_AI.listedOfEachKind)
      const found = kinds.map((evidence) => evidence.near(round.occurredAt))
      const nearby = found.flatMap(({ strongest }) => strongest)
      if (words.length === 0 && nearby.length === 0) return []
      const best = words.length > 0 ? 1 : Math.max(...nearby.map(({ confidence }) => confidence))
      const earliest = words.length > 0 ? round.occurredAt : Math.min(...found.map((each) => each.earliest))
      const names = [...words.map((word) => `text: ${word}`), ...nearby.map(nameOf)]
      return [
        {
          key: keyOfRound(company, round, context),
          type: 'funding_ai' as const,
          label: `Funding plus AI: ${round.label}`,
          confidence: Math.min(round.confidence, best),
          occurredAt: Math.max(round.occurredAt, earliest),
          fields: { ...roundFields(round), evidence: [...new Set(names)] },
        },
      ]
    })
}

/** The key of what is derived from a round. */
function keyOfRound(company: string, round: BaseSignal, { identityOf }: DeriveContext): string {
  const { name, key } = identityOf?.(round) ?? { name: round.source.name, key: round.key }
  return derivedKey('funding_ai', company, name, key)
}

function roundFields({ fields }: BaseSignal): BaseSignal['fields'] {
  const { partial: _, instrument: __, rumour: ___, ...known } = fields
  return known
}

/**
 * Evidence of one kind by strength: confidences have two decimals, so there are at most 101. Ended evidence is dropped
 * along the way, so a company with tens of thousands of signals and rounds never needs a comparison of every round with
 * every signal.
 */
class Evidence {
  readonly #strengths: BaseSignal[][]

  constructor(facts: readonly BaseSignal[]) {
    this.#strengths = [...Map.groupBy(facts, ({ confidence }) => confidence)]
      .sort(([a], [b]) => b - a)
      .map(([, strength]) => strength)
  }

  /** The rounds must come in the order of time. */
  near(round: number): { readonly strongest: BaseSignal[]; readonly earliest: number } {
    const strongest: BaseSignal[] = []
    let earliest = Number.POSITIVE_INFINITY
    for (const [i, strength] of this.#strengths.entries()) {
      if (strongest.length === FUNDING_AI.listedOfEachKind && earliest <= round) break
      let passed = 0
      for (const fact of strength) {
        if (fact.occurredAt > round + REACH) break
        if (hasEnded(fact, round)) {
          passed += 1
          continue
        }
        earliest = Math.min(earliest, fact.occurredAt)
        if (strongest.length === FUNDING_AI.listedOfEachKind) break
        strongest.push(fact)
      }
      if (passed >= MAX_PASSED) this.#strengths[i] = strength.filter((fact) => !hasEnded(fact, round))
    }
    return { strongest, earliest }
  }
}

/** Whether it is evidence neither for a round at this time nor for any later one. */
function hasEnded({ type, occurredAt, status, closedAt, lastSeenAt }: BaseSignal, round: number): boolean {
  if (type === 'hiring') return occurredAt < round - REACH
  return status === 'closed' && (closedAt ?? lastSeenAt) <= round
}

/** Such as "tool: OpenAI API". A long job title is cut off. */
function nameOf(signal: BaseSignal): string {
  const name = String(signal.fields[EVIDENCE_FIELDS[signal.type as EvidenceType]] ?? signal.label)
  return `${signal.type}: ${[...name].slice(0, MAX_NAME_CHARACTERS).join('')}`
}
