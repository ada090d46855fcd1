// What a person has decided about companies: snoozed, or not a fit. It is the person's own, in one team.

import { Type } from 'typebox'
import { DISPOSITION_KINDS } from '../closed-sets/dispositions.ts'
import { route } from './route.ts'
import { Day, EmptyReply, Id, nullable, STRICT, Time } from './schemas.ts'

const decision = {
  kind: Type.Enum(DISPOSITION_KINDS),
  /** The first UTC day on which a snoozed company is shown again. Null: not a fit. */
  until: nullable(Day),
}
export const Decision = Type.Object(decision, STRICT)

export const Disposition = Type.Object({
  ...decision,
  company: Type.Object({ id: Id, name: Type.String() }),
  setAt: Time,
})

const dispositionParams = Type.Object({ companyId: Id })

export const dispositionRoutes = {
  /** Those in effect, newest first, at most MAX_DISPOSITIONS. A snooze that is over is absent. */
  getDispositions: route({
    method: 'GET',
    path: '/dispositions',
    reply: Type.Object({ dispositions: Type.Array(Disposition) }),
  }),
  /**
   * Replaces the previous one, which the reply has, so that it can be undone. Errors: 404, 422 (a day that is past or
   * more than MAX_SNOOZE_DAYS ahead), 409 too_many_dispositions (MAX_DISPOSITIONS).
   */
  setDisposition: route({
    method: 'PUT',
    path: '/dispositions/:companyId',
    params: dispositionParams,
    body: Decision,
    reply: Type.Object({ disposition: Disposition, previous: nullable(Decision) }),
  }),
  /** Idempotent. */
  clearDisposition: route({
    method: 'DELETE',
    path: '/dispositions/:companyId',
    params: dispositionParams,
    reply: EmptyReply,
  }),
}
