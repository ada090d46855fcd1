// Checks whether a visit's answers still give its reports. They are read again, by today's rules, in the reader,
// because they may be hostile.

import { reasonOf } from '../../../platform/app-error.ts'
import { collectorNamed, rulesEdition, type Snapshot, VisitFailure } from '../../collectors/index.ts'
import { ENDED, keptReports, shownClaims } from '../changes/claims.ts'
import { asReported } from '../changes/renamed-board.ts'
import type { Readers } from '../reader/readers.ts'
import { type ArchiveFolder, answeringAgain, OtherQuestion, readArchivedAnswers } from './archived-answers.ts'
import type { StoredReport, StoredVisit } from './stored-visits.ts'

export interface Problem {
  /**
   * `missing`, `damaged`: an answer is not what was archived. `not made`, `made otherwise`, `still shown`: today's rules claim
   * something else.
   */
  readonly kind: 'missing' | 'damaged' | 'not made' | 'made otherwise' | 'still shown'
  readonly text: string
  /** The report that it is about. */
  readonly report?: string
}

export interface Verified {
  /** `undecided`: some answers are unavailable, for an innocent reason. */
  readonly verdict: 'confirmed' | 'undecided' | 'refuted'
  readonly claims: number
  readonly problems: readonly Problem[]
  /** Why nothing could be decided. */
  readonly why?: string
}

export async function verifyVisit(
  visit: StoredVisit,
  reports: ReadonlyMap<string, StoredReport>,
  archive: ArchiveFolder,
  readers: Readers,
  signal: AbortSignal,
): Promise<Verified> {
  // A deleted report claims nothing.
  const claims = [...visit.current].filter(([id]) => reports.has(id))
  const undecided = (why: string): Verified => ({ verdict: 'undecided', claims: claims.length, problems: [], why })
  const collector = collectorNamed(visit.collector)
  if (!collector) return undecided(`there is no collector ${visit.collector} here`)
  if (visit.answers.length === 0) return undecided('it was read with answers that serve several companies')
  const archived = await readArchivedAnswers(visit.answers, archive)
  const faults = archived.problems.flatMap(({ kind, url, text }): Problem[] =>
    kind === 'missing' || kind === 'damaged' ? [{ kind, text: `${url}: ${text}` }] : [],
  )
  if (faults.length > 0) return { verdict: 'refuted', claims: claims.length, problems: faults }
  const [unkept] = archived.problems
  if (unkept) return undecided(`${unkept.url}: ${unkept.text}`)
  try {
    const snapshot = await readAgain(visit, answeringAgain(archived), readers, signal)
    const problems = claims.flatMap(differencesFrom(visit, snapshot, reports))
    return { verdict: problems.length > 0 ? 'refuted' : 'confirmed', claims: claims.length, problems }
  } catch (error) {
    if (error instanceof OtherQuestion) return undecided(error.message)
    if (!(error instanceof VisitFailure)) throw error
    const text = `today's rules can't read its answers: ${reasonOf(error)}`
    return { verdict: 'refuted', claims: claims.length, problems: [{ kind: 'not made', text }] }
  }
}

async function readAgain(
  { collector, target, reportedAs, domain, at, company }: StoredVisit,
  call: ReturnType<typeof answeringAgain>,
  readers: Readers,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { name, isNameStated, aliases, seenBefore, newsSince, known = {} } = company
  const context = {
    company: { domain, name, isNameStated, aliases },
    ...{ now: at.getTime() / 1_000, seenBefore, newsSince },
    known: new Map(Object.entries(known)),
    // Starts without memory: everything is read from the answers again, however many visits requested them.
    ...(collectorNamed(collector)?.remembers && { maxDetails: Number.MAX_SAFE_INTEGER }),
  }
  const snapshot = await readers.visit({ collector, target, context, call, signal })
  return asReported({ target, reportedAs }, snapshot)
}

function differencesFrom(visit: StoredVisit, snapshot: Snapshot, reports: ReadonlyMap<string, StoredReport>) {
  const shown = shownClaims(visit, snapshot)
  const kept = keptReports(visit, snapshot)
  const byThen = visit.edition === rulesEdition() ? '' : ' The rules have changed since.'
  return ([id, says]: readonly [string, string]): Problem[] => {
    const { source = '', key = '', label = '' } = reports.get(id) ?? {}
    const what = `${source} ${key} (${label})`
    const now = shown.get(id)
    if (says === ENDED) {
      if (now === undefined && !kept.has(id)) return []
      return [{ kind: 'still shown', text: `${what} ended, but its answers show it.${byThen}`, report: id }]
    }
    if (now === says) return []
    if (now === undefined)
      return [
        { kind: 'not made', text: `${what}: today's rules do not claim it from these answers.${byThen}`, report: id },
      ]
    return [
      {
        kind: 'made otherwise',
        text: `${what}: today's rules claim something else from these answers.${byThen}`,
        report: id,
      },
    ]
  }
}
