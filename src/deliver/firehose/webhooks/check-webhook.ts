import { SIGNAL_TYPES, type SignalType } from '../../../meaning/types/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { nearest } from '../../../platform/text/edit-distance.ts'
import { AUTH_KEY_LENGTH, cleanName, MAX_NAME_LENGTH, nameProblemOf } from '../../../settings-contract/index.ts'

export const MAX_IN_FLIGHT = 64
export const MAX_PER_SECOND = 10_000

export function checkTypes(types: readonly string[]): SignalType[] {
  if (types.length === 0)
    throw new AppError('invalid', `A webhook needs at least one signal type: ${SIGNAL_TYPES.join(', ')}.`)
  return [...new Set(types)].map((text) => {
    const type = SIGNAL_TYPES.find((each) => each === text)
    if (type) return type
    const [guess] = nearest(text, SIGNAL_TYPES, 1)
    throw new AppError(
      'invalid',
      `There is no signal type ${JSON.stringify(text.slice(0, 40))}: ${guess ? `did you mean ${guess}?` : `use ${SIGNAL_TYPES.join(', ')}.`}`,
    )
  })
}

/** The name is optional: empty means none. */
export function checkWebhookName(given: string | null): string | null {
  const name = cleanName(given ?? '')
  if (name === '') return null
  if (nameProblemOf(name) === undefined) return name
  throw new AppError('invalid', `A name has at most ${MAX_NAME_LENGTH} visible characters.`)
}

/** It is sent in a header, so only visible characters without spaces are allowed. */
export function checkAuthKey(given: string): string {
  const { min, max } = AUTH_KEY_LENGTH
  if (/^[\x21-\x7e]+$/.test(given) && given.length >= min && given.length <= max) return given
  throw new AppError(
    'invalid',
    `An authentication key must have ${min} to ${max} visible ASCII characters, without spaces.`,
  )
}

export function checkLimit(what: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw new AppError('invalid', `The limit of requests ${what} must be a whole number from 1 to ${max}.`)
}
