// What a command is: data that the parser, the help and the documentation read, and a function that does the work.

import type { Config } from '../platform/config.ts'
import type { Logger } from '../platform/log.ts'

export interface Option {
  readonly description: string
  /** The word for the value in the help; an option without one is a switch. */
  readonly value?: string
  readonly required?: true
  /** May be given several times. */
  readonly multiple?: true
}

export interface Command {
  /** `teams create`: what is typed. */
  readonly name: string
  readonly summary: string
  /** Words after the name, as the help shows them: `<key-id>`. */
  readonly words?: string
  readonly mostWords?: number
  readonly options?: Readonly<Record<string, Option>>
  readonly examples: readonly string[]
  /** Text for people, and the same as data for --json. Nothing: the command has its own output. */
  readonly run: (input: Input) => Promise<Output | undefined>
}

export interface Output {
  readonly text: string
  readonly json: unknown
  /** When it is not 0: the command's work is done, and this is its verdict. */
  readonly exitCode?: number
}

export interface Input {
  readonly words: readonly string[]
  /** The value of a required or given option. */
  text(option: string): string
  maybe(option: string): string | undefined
  all(option: string): readonly string[]
  on(option: string): boolean
  readonly json: boolean
  readonly config: Config
  readonly log: Logger
}

/** Declares a command; a place for types to meet. */
export function command(declaration: Command): Command {
  return declaration
}
