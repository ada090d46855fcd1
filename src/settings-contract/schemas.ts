// The words that the settings routes share.

import { Type } from 'typebox'
import { PLAN_NAMES } from '../closed-sets/plans.ts'
import { ROLES } from '../closed-sets/teams.ts'

export const Id = Type.String({ format: 'uuid' })
/** ISO 8601 in UTC, with milliseconds. */
export const Time = Type.String({ format: 'date-time' })
/** A UTC day, YYYY-MM-DD. */
export const Day = Type.String({ format: 'date' })
export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const Done = Type.Object({})

/** What a caller sends: a field that we do not know is refused, never ignored. */
export const STRICT = { additionalProperties: false } as const
export const NoBody = Type.Object({}, STRICT)

export const RoleName = Type.Enum(ROLES)
export const PlanNames = Type.Enum(PLAN_NAMES)

export const PASSWORD_LENGTH = { least: 8, most: 200 } as const
/** A password to be set. */
export const NewPassword = Type.String({ minLength: PASSWORD_LENGTH.least, maxLength: PASSWORD_LENGTH.most })
/** A password to be checked: whatever somebody once set, or typed. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.most * 2 })
export const Email = Type.String({ minLength: 3, maxLength: 254 })
export const Name = Type.String({ minLength: 1, maxLength: 100 })
/** Of a link: what stands behind the # of its URL, and is sent in a body only. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 100 })

export function nullable<Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}
