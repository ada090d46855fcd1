// What a person has decided about companies. It affects no one else, so it isn't audited.

import { MAX_DISPOSITIONS, MAX_SNOOZE_DAYS } from '../../closed-sets/dispositions.ts'
import type { Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import {
  type ChosenCompany,
  type Decision,
  daysUntil,
  findCompany,
  insertDisposition,
  type Member,
  takeDisposition,
} from './queries.ts'

interface Change {
  readonly company: ChosenCompany
  /** The previous value. Setting it again undoes the change. */
  readonly previous: Decision | undefined
}

export async function setDisposition(
  tx: Transaction,
  member: Member,
  companyId: string,
  decision: Decision,
): Promise<Change> {
  const company = await requireCompany(tx, companyId)
  await checkDecision(tx, decision)
  const previous = await takeDisposition(tx, member, company.ordinal)
  if (!(await insertDisposition(tx, member, company.ordinal, decision, MAX_DISPOSITIONS))) {
    throw new AppError(
      'conflict',
      `You can snooze or dismiss at most ${MAX_DISPOSITIONS.toLocaleString('en')} companies: show some of them again first.`,
      { code: 'too_many_dispositions' },
    )
  }
  return { company, previous }
}

/** Idempotent. */
export async function clearDisposition(tx: Transaction, member: Member, companyId: string): Promise<void> {
  const company = await requireCompany(tx, companyId)
  await takeDisposition(tx, member, company.ordinal)
}

async function requireCompany(tx: Transaction, companyId: string): Promise<ChosenCompany> {
  const company = await findCompany(tx, companyId)
  if (!company) throw new AppError('not_found', 'There is no such company.')
  return company
}

async function checkDecision(tx: Transaction, { kind, until }: Decision): Promise<void> {
  if (kind === 'not_a_fit') {
    if (until !== null) throw invalid('Only a snoozed company has a day.')
    return
  }
  if (until === null) throw invalid('Choose the day on which the company is shown again.')
  const days = await daysUntil(tx, until)
  if (days < 1) throw invalid('Choose a day after today.')
  if (days > MAX_SNOOZE_DAYS) throw invalid(`Choose a day within the next ${MAX_SNOOZE_DAYS} days.`)
}

const invalid = (message: string) => new AppError('invalid', message, { field: 'until' })
