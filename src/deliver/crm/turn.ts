// One turn of a connection: up to a hundred companies are found in the CRM, compared and written, and then their tasks.

import { CRM_FIELDS } from '../../closed-sets/crm.ts'
import type { Crm, CrmTask, FoundCompany } from './clients/crm.ts'
import { type DescribeOptions, type Desired, describe, differences } from './desired.ts'
import type { ClaimedConnection, DueCompany, SettledCompany, SettledTask } from './work-queries.ts'

const DAY_SECONDS = 86_400
const FIRST_RETRY_SECONDS = 60

interface TurnResult {
  readonly companies: readonly SettledCompany[]
  readonly tasks: readonly SettledTask[]
}

export async function takeTurn(
  crm: Crm,
  connection: ClaimedConnection,
  due: readonly DueCompany[],
  options: DescribeOptions,
  now: number,
): Promise<TurnResult> {
  const desired = await describe(options, connection.teamId, due, now)
  if (!connection.isPrepared) await crm.prepare(connection.fields, connection)
  const found = await crm.find(
    due.filter(({ domain }) => domain !== ''),
    CRM_FIELDS.flatMap((field) => connection.fields[field] ?? []),
  )
  const created = await createMissing(crm, connection, due, desired, found)
  const problems = await updateChanged(crm, connection, due, desired, found)
  const tasks = await putTasks(crm, connection, due, desired, idsOf(due, found, created), now)
  const companies = due.map((each): SettledCompany => {
    const { company, dueAt } = each
    const { isOpen, values } = desired.get(company) as Desired
    const there = found.get(company)
    const mine = created.get(company)
    const isKnown = there !== undefined || (mine !== undefined && 'externalId' in mine)
    const externalId = there?.externalId ?? (mine && 'externalId' in mine ? mine.externalId : null)
    const refusal = problems.get(there?.externalId ?? '') ?? (mine && 'problem' in mine ? mine.problem : undefined)
    const problem = refusal ?? tasks.problems.get(company)
    const tomorrow = isOpen ? now + DAY_SECONDS : undefined
    if (problem !== undefined) {
      const attempts = Math.min(each.attempts + 1, 100)
      const delay = Math.min(DAY_SECONDS, FIRST_RETRY_SECONDS * 4 ** Math.min(attempts - 1, 6))
      return {
        company,
        dueAt,
        externalId,
        state: 'refused',
        problem,
        attempts,
        written: undefined,
        nextAt: now + delay,
      }
    }
    const settled = { company, dueAt, externalId, attempts: 0, nextAt: tomorrow }
    if (!isKnown) return { ...settled, state: 'unknown', problem: notThere(connection, each), written: undefined }
    const isChanged =
      !there || each.written === null || Object.keys(differences(values, connection.fields, there.values)).length > 0
    return {
      ...settled,
      state: 'written',
      problem: tasks.notes.get(company) ?? null,
      written: isChanged ? values : undefined,
    }
  })
  return { companies, tasks: tasks.settled }
}

const notThere = ({ createsCompanies }: ClaimedConnection, { domain }: DueCompany) =>
  createsCompanies
    ? `The CRM has no company with the domain ${domain}. One is created when a window opens.`
    : `The CRM has no company with the domain ${domain}.`

type Created = Awaited<ReturnType<Crm['create']>>

/** Only companies in a window, and only if the owner enabled it. */
async function createMissing(
  crm: Crm,
  { createsCompanies, fields }: ClaimedConnection,
  due: readonly DueCompany[],
  desired: ReadonlyMap<number, Desired>,
  found: ReadonlyMap<number, FoundCompany>,
): Promise<Created> {
  if (!createsCompanies) return new Map()
  const missing = due.flatMap(({ company, id, name, domain }) => {
    const wanted = desired.get(company)
    if (id === null || domain === '' || found.has(company) || !wanted?.isOpen) return []
    return [{ company, id, name: name || domain, domain, values: differences(wanted.values, fields, {}) }]
  })
  return missing.length === 0 ? new Map() : crm.create(missing)
}

async function updateChanged(
  crm: Crm,
  { fields }: ClaimedConnection,
  due: readonly DueCompany[],
  desired: ReadonlyMap<number, Desired>,
  found: ReadonlyMap<number, FoundCompany>,
): Promise<Map<string, string>> {
  // Two of our companies can lead to one in the CRM: the one in a window wins.
  const updates = new Map<string, { externalId: string; values: Record<string, string>; isOpen: boolean }>()
  for (const { company } of due) {
    const [there, wanted] = [found.get(company), desired.get(company)]
    if (!there || !wanted) continue
    const values = differences(wanted.values, fields, there.values)
    if (Object.keys(values).length === 0 || updates.get(there.externalId)?.isOpen) continue
    updates.set(there.externalId, { externalId: there.externalId, values, isOpen: wanted.isOpen })
  }
  const list = [...updates.values()].map(({ externalId, values }) => ({ externalId, values }))
  return list.length === 0 ? new Map() : crm.update(list)
}

interface Ids {
  readonly externalId: string
  readonly ownerId: string | null
}

function idsOf(
  due: readonly DueCompany[],
  found: ReadonlyMap<number, FoundCompany>,
  created: Created,
): Map<number, Ids> {
  const ids = new Map<number, Ids>()
  for (const { company } of due) {
    const [there, mine] = [found.get(company), created.get(company)]
    if (there) ids.set(company, there)
    else if (mine && 'externalId' in mine) ids.set(company, { externalId: mine.externalId, ownerId: null })
  }
  return ids
}

async function putTasks(
  crm: Crm,
  { createsTasks }: ClaimedConnection,
  due: readonly DueCompany[],
  desired: ReadonlyMap<number, Desired>,
  ids: ReadonlyMap<number, Ids>,
  now: number,
) {
  const [wanted, rows] = [[] as CrmTask[], new Map<string, SettledTask>()]
  const notes = new Map<number, string>()
  for (const { company } of due) {
    for (const { window, isDone, key, subject, lines } of desired.get(company)?.tasks ?? []) {
      if (window.taskState === (isDone ? 'done' : 'open')) continue
      // The answer that it was created may have been lost: a task of a window that has ended is completed even if none is known.
      if (isDone && window.taskState === 'none' && !createsTasks) continue
      const { externalId, ownerId } = ids.get(company) ?? { externalId: '', ownerId: null }
      if (!isDone && (!createsTasks || externalId === '')) continue
      if (!isDone && ownerId === null) {
        notes.set(company, 'No task was created: the company has no active owner in the CRM.')
        continue
      }
      const task = {
        key,
        subject,
        lines,
        isDone,
        companyId: externalId,
        ownerId: ownerId ?? '',
        dueAt: now + DAY_SECONDS,
      }
      wanted.push(task)
      rows.set(key, { company, search: window.search, openedAt: window.openedAt, state: isDone ? 'done' : 'open' })
    }
  }
  const refused = wanted.length === 0 ? new Map<string, string>() : await crm.putTasks(wanted)
  const problems = new Map<number, string>()
  for (const [key, problem] of refused) problems.set(rows.get(key)?.company ?? -1, `Task: ${problem}`)
  return { settled: [...rows].flatMap(([key, row]) => (refused.has(key) ? [] : [row])), problems, notes }
}
