import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import type { Command, Input, Output } from '../../src/cli/command.ts'
import { parseInput } from '../../src/cli/parse.ts'
import type { Config } from '../../src/platform/config.ts'
import { silentLog } from './log.ts'

/** Runs one of the commands as a person types it, and returns its output or throws its error. */
export async function typeCommand(commands: readonly Command[], line: string, config: Config): Promise<Output> {
  const command = commands.find(({ name }) => line.startsWith(name)) ?? assert.fail(line)
  const args = line
    .slice(command.name.length)
    .split(' ')
    .filter((word) => word !== '')
  return runCommand(command, args, config)
}

/** The same with arguments that have spaces. */
export async function runCommand(command: Command, args: readonly string[], config: Config): Promise<Output> {
  const input: Input = {
    ...parseInput(command, args),
    config,
    log: silentLog,
    env: {},
    stdin: Readable.from([]),
    stdout: new Writable(),
    stderr: new Writable(),
  }
  return (await command.run(input)) ?? assert.fail(command.name)
}
