// Arguments that several commands share.

import { AppError } from '../platform/app-error.ts'
import { isUuid } from '../platform/ids.ts'
import type { Input } from './command.ts'

export const EXAMPLE_TEAM = '6f0c1a52-0000-4000-8000-000000000000'

export const teamOption = { value: 'ID', description: 'The id of the team.' } as const

/** The value of --team, or the first word after the command. */
export function teamIdOf(input: Input): string {
  return idOf(input, 'team')
}

/** The id from `--key ID` or the first word. `thing` names the option and the command that lists ids: `keys list`. */
export function idOf(input: Input, thing: 'team' | 'key' | 'webhook' | 'search'): string {
  const id = input.maybe(thing) ?? input.words[0]
  if (id !== undefined && isUuid(id)) return id
  const problem = id === undefined ? `A ${thing} id is required` : `${JSON.stringify(id)} is not a ${thing} id`
  throw new AppError(
    'invalid',
    `${problem}: bin/pro-signal ${thing === 'search' ? 'searches' : `${thing}s`} list shows them.`,
  )
}

export function choiceOf<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === text)
  if (choice !== undefined) return choice
  throw new AppError('invalid', `--${option} must be one of ${choices.join(', ')}, not ${JSON.stringify(text)}.`)
}

/** The first word after the command, or an error that says what is required. */
export function wordOf({ words }: Input, problem: string): string {
  const [word] = words
  if (word === undefined) throw new AppError('invalid', problem)
  return word
}
