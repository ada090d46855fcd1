// The schemas that the settings routes share.

import { Type } from 'typebox'
import { PLAN_NAMES } from '../closed-sets/plans.ts'
import { ROLES } from '../closed-sets/teams.ts'
import { MAX_NAME_LENGTH } from './words/names.ts'

export const Id = Type.String({ format: 'uuid' })
/** ISO 8601, UTC, with milliseconds. */
export const Time = Type.String({ format: 'date-time' })
/** A UTC day, YYYY-MM-DD. */
export const Day = Type.String({ format: 'date' })
export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const EmptyReply = Type.Object({})

/** For input: an unknown field is an error, never ignored. */
export const STRICT = { additionalProperties: false } as const
export const EmptyBody = Type.Object({}, STRICT)

export const RoleName = Type.Enum(ROLES)
export const PlanName = Type.Enum(PLAN_NAMES)

export const PASSWORD_LENGTH = { min: 8, max: 200 } as const
/** A password to set. */
export const NewPassword = Type.String({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max })
/** A password to check. It may break the rules for new ones. */
export const EnteredPassword = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.max * 2 })
/** A code of an authenticator app, or a recovery code, as people type it. */
export const SecondFactorCode = Type.String({ minLength: 1, maxLength: 40 })
export const Email = Type.String({ minLength: 3, maxLength: 254 })
export const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH })
/** The URL fragment of an invitation or reset link. It is only sent in a body, never in a URL. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 100 })

export function nullable<Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}
