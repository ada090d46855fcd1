// Secrets come from a file, a pipe or a terminal: other users of the machine can see the arguments of a command, and the
// shell's history keeps them.

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { AppError, reasonOf } from '../platform/app-error.ts'
import type { Input, Surroundings } from './command.ts'

type Streams = Pick<Surroundings, 'stdin' | 'stderr'>

/** The first line of standard input. `what` it is, such as "password". A terminal doesn't show the input. */
export async function readSecret(option: string, what: string, { stdin, stderr }: Streams): Promise<string> {
  const isTerminal = stdin.isTTY === true
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() })
  const lines = createInterface({
    input: stdin,
    ...(isTerminal && { output: nowhere, terminal: true, historySize: 0 }),
  })
  lines.on('SIGINT', () => lines.close())
  // Only now: input typed before the terminal is in raw mode would be shown.
  if (isTerminal) stderr.write(`Type the ${what} for ${option} and press Enter. It is not shown: `)
  try {
    for await (const line of lines) return line
  } finally {
    lines.close()
    stdin.destroy()
    if (isTerminal) stderr.write('\n')
  }
  throw new AppError('invalid', `${option} - found no ${what} on standard input.`)
}

/** The first line of the file that the option names, or of standard input for `-`. Undefined without the option. */
export async function readSecretOption(input: Input, option: string, what: string): Promise<string | undefined> {
  const path = input.maybe(option)
  if (path === undefined || path === '-') return path && readSecret(`--${option}`, what, input)
  const [line = ''] = textOf(path, option).split(/\r?\n/, 1)
  if (line === '') throw new AppError('invalid', `--${option}: the first line of ${path} is empty.`)
  return line
}

function textOf(path: string, option: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new AppError('invalid', `--${option}: ${path} can't be read (${reasonOf(error)}).`)
  }
}
