// What a verdict judged, as it is now: the rule that is responsible for it, and the signal that it rests on. A statement
// is stored as it was read, because the next day's dossier words it differently.

import type { FeedbackKind } from '../../closed-sets/feedback.ts'
import type { SignalType } from '../../closed-sets/signals.ts'
import type { Queryable } from '../../db/index.ts'
import { readChange } from '../../deliver/alerts/index.ts'
import { AppError } from '../../platform/app-error.ts'
import editions from '../../platform/rule-editions.json' with { type: 'json' }
import type { FeedbackAboutReply } from '../../settings-contract/index.ts'
import { companyExists, readStoredSignal, type StoredSignal } from '../dossiers/index.ts'

export interface Judged {
  readonly kind: FeedbackKind
  readonly companyId: string | null
  readonly searchId: string | null
  readonly signal: (Pick<StoredSignal, 'type' | 'source' | 'confidence'> & { readonly id: string }) | null
  /** The rule that caused it to be shown. Part of the export's format: a name is never reused for another rule. */
  readonly rule: string
  readonly edition: string
  readonly statement: string
}

const RULES: Readonly<Record<SignalType, string>> = {
  hiring: 'titles',
  funding: 'rounds',
  funding_ai: 'funding_ai',
  web: 'web',
  tool: 'tools',
  velocity: 'velocity',
}
/** Sentences of job descriptions that name a tool are read by rules of their own. */
const MENTIONS_RULE = 'tool_mentions'
const ALERT_RULE = 'alert'
const MAX_STATEMENT_LENGTH = 2_000
/** An alert names this many signals of an entry. */
const SIGNALS_OF_ENTRY = 2

export function ruleOf({ type, basis }: Pick<StoredSignal, 'type' | 'basis'>): string {
  return basis === null ? RULES[type] : MENTIONS_RULE
}

/** Never reads another team's data. Throws if it doesn't exist. */
export async function readJudged(db: Queryable, teamId: string, about: FeedbackAboutReply): Promise<Judged> {
  switch (about.kind) {
    case 'signal': {
      const signal = await readStoredSignal(db, about.signalId)
      if (!signal) throw nothingToJudge('This signal no longer exists.')
      return {
        kind: 'signal',
        companyId: signal.companyId,
        searchId: null,
        signal: { ...signal, id: about.signalId },
        rule: ruleOf(signal),
        edition: editions.lines,
        statement: shortened(signal.label),
      }
    }
    case 'alert': {
      const change = await readChange(db, teamId, about.changeId)
      if (!change) throw nothingToJudge('This entry of the history no longer exists.')
      const { searchId, companyId, query, signals } = change
      const [first] = signals
      const labels = signals.slice(0, SIGNALS_OF_ENTRY).map(({ label }) => label)
      return {
        kind: 'alert',
        companyId,
        searchId,
        // As it was when the alert was decided.
        signal: first
          ? {
              id: first.id,
              type: first.type,
              source: first.source.name,
              confidence: Math.round(first.confidence * 100),
            }
          : null,
        rule: ALERT_RULE,
        edition: editions.index,
        statement: shortened(labels.length > 0 ? `${query}: ${labels.join('; ')}` : query),
      }
    }
    case 'statement': {
      const { companyId, part, slice, text, signalId } = about
      if (!(await companyExists(db, companyId))) throw nothingToJudge('This company no longer exists.')
      const signal = signalId === undefined ? undefined : await readStoredSignal(db, signalId)
      return {
        kind: 'statement',
        companyId,
        searchId: null,
        signal: signal && signalId !== undefined ? { ...signal, id: signalId } : null,
        rule: `${part}/${slice}`,
        edition: editions.notes,
        statement: shortened(text),
      }
    }
  }
}

const nothingToJudge = (message: string) => new AppError('not_found', message)

function shortened(text: string): string {
  return [...text].slice(0, MAX_STATEMENT_LENGTH).join('')
}
