import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { AppError } from '../platform/app-error.ts'
import type { Surroundings } from './command.ts'

/**
 * The first line of standard input, for a password given as `-`: other users of the machine can see the arguments of a
 * command, but not its input. A terminal doesn't show what is typed.
 */
export async function readPassword(option: string, { stdin, stderr }: Pick<Surroundings, 'stdin' | 'stderr'>) {
  const isTerminal = stdin.isTTY === true
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() })
  const lines = createInterface({
    input: stdin,
    ...(isTerminal && { output: nowhere, terminal: true, historySize: 0 }),
  })
  lines.on('SIGINT', () => lines.close())
  // Only now: what is typed at once would be shown before the terminal is in raw mode.
  if (isTerminal) stderr.write(`Type the password for ${option} and press Enter. It is not shown: `)
  try {
    for await (const line of lines) return line
  } finally {
    lines.close()
    stdin.destroy()
    if (isTerminal) stderr.write('\n')
  }
  throw new AppError('invalid', `${option} - found no password on standard input.`)
}
