// A command is a declaration, which the parser, the help and the documentation read, and a function that runs it.

import type { Readable, Writable } from 'node:stream'
import type { Config } from '../platform/config/config.ts'
import type { Logger } from '../platform/logger.ts'

export interface Option {
  readonly description: string
  /** The placeholder of the value in the help. An option without one is a switch. */
  readonly value?: string
  readonly required?: true
  /** Can be repeated. */
  readonly multiple?: true
}

/** A command's entry in the overview. */
export interface Summary {
  /** As typed: `teams create`. */
  readonly name: string
  readonly summary: string
  /** The words after the name, as shown in the help: `<key-id>`. */
  readonly words?: string | undefined
}

export interface Command extends Summary {
  readonly maxWords?: number
  readonly options?: Readonly<Record<string, Option>>
  readonly examples: readonly string[]
  /** Returns text for people and the same as data for --json. Undefined: the command has written its own output. */
  readonly run: (input: Input) => Promise<Output | undefined>
}

export interface Output {
  readonly text: string
  readonly json: unknown
  /** Set if it is not 0 although the command completed: a check failed, or some input was rejected. */
  readonly exitCode?: number
}

/** The environment of a command: its process, or a test. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
}

export interface Input extends Surroundings {
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

/** Declares a command. It only checks the type. */
export function command(declaration: Command): Command {
  return declaration
}
