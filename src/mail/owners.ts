import { many, type Queryable } from '../db/index.ts'
import type { Mailer, NewMail } from './mailer.ts'

/** Mails every owner of the team whose address is verified. An unverified address may belong to someone else. */
export async function mailOwners(
  tx: Queryable,
  mailer: Mailer,
  teamId: string,
  mail: Omit<NewMail, 'to' | 'teamId'>,
): Promise<void> {
  const owners = await many<{ id: string; email: string }>(
    tx,
    `select a.id, a.email from team_members m join accounts a on a.id = m.account_id
      where m.team_id = $1 and m.role = 'owner' and a.proven_at is not null order by a.email`,
    [teamId],
  )
  for (const { id, email } of owners) {
    await mailer.enqueue(tx, { ...mail, to: email, teamId, about: `${mail.about}:${id}` })
  }
}
