import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import type { Command, Input, Output } from '../../src/cli/command.ts'
import { parseInput } from '../../src/cli/parse.ts'
import type { Config } from '../../src/platform/config/config.ts'
import { silentLog } from './log.ts'

/**
 * Runs one of the commands as a person types it, and returns its output or throws its error. A line is split at its spaces;
 * words may have them.
 */
export async function typeCommand(
  commands: readonly Command[],
  typed: string | readonly string[],
  config: Config,
): Promise<Output & { readonly stderr: string }> {
  const words = typeof typed === 'string' ? typed.split(' ').filter((word) => word !== '') : typed
  const lengthOf = ({ name }: Command) => name.split(' ').length
  const command =
    commands
      .filter((each) => words.slice(0, lengthOf(each)).join(' ') === each.name)
      .toSorted((a, b) => lengthOf(b) - lengthOf(a))[0] ?? assert.fail(words.join(' '))
  let stderr = ''
  const input: Input = {
    ...parseInput(command, words.slice(lengthOf(command))),
    config,
    log: silentLog,
    env: {},
    stdin: Readable.from([]),
    stdout: into(() => {}),
    stderr: into((text) => {
      stderr += text
    }),
  }
  const output = (await command.run(input)) ?? assert.fail(command.name)
  return { ...output, stderr }
}

function into(take: (text: string) => void): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      take(String(chunk))
      done()
    },
  })
}
