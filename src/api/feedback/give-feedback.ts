import { createHash } from 'node:crypto'
import type { Verdict } from '../../closed-sets/feedback.ts'
import type { Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { cleanName, type FeedbackAboutReply, feedbackKey } from '../../settings-contract/index.ts'
import { countGivenToday, deleteVerdict, upsertVerdict } from './queries.ts'
import { readJudged } from './what-was-judged.ts'

/** Of a team and UTC day: more than people can click, and little enough to store for a year. */
export const MAX_VERDICTS_A_DAY = 1_000

interface Giver {
  readonly teamId: string
  readonly accountId: string
}

interface Given {
  readonly about: FeedbackAboutReply
  readonly verdict: Verdict
  readonly word: string | null
}

/**
 * The caller holds the team's lock, so the limit is exact. The row itself records who gave it and when: no audit
 * record.
 */
export async function giveFeedback(tx: Transaction, { teamId, accountId }: Giver, given: Given): Promise<void> {
  const judged = await readJudged(tx, teamId, given.about)
  if ((await countGivenToday(tx, teamId)) >= MAX_VERDICTS_A_DAY) {
    throw new AppError('throttled', 'Your team has given 1,000 verdicts today. Try again tomorrow.', {
      code: 'too_much_feedback',
    })
  }
  const word = cleanName(given.word ?? '') || null
  await upsertVerdict(tx, { teamId, accountId, subject: subjectOf(given.about), ...given, word, judged })
}

/** Idempotent. */
export async function withdrawFeedback(
  tx: Transaction,
  { teamId, accountId }: Giver,
  about: FeedbackAboutReply,
): Promise<void> {
  await deleteVerdict(tx, teamId, accountId, subjectOf(about))
}

function subjectOf(about: FeedbackAboutReply): Buffer {
  return createHash('sha256').update(feedbackKey(about)).digest()
}
