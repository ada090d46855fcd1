import { loadToolsFile } from '../meaning/tools/index.ts'
import { AppError, reasonOf } from '../platform/app-error.ts'
import { loadConfig, readEnvironment } from '../platform/config/config.ts'
import { VERSION } from '../platform/config/version.ts'
import { createLog } from '../platform/logger.ts'
import { nearest } from '../platform/text/edit-distance.ts'
import type { Command, Surroundings } from './command.ts'
import { commandsOf } from './commands.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { helpFor, overview } from './help.ts'
import { parseInput } from './parse.ts'
import summaries from './summaries.json' with { type: 'json' }

/** Runs one command line and returns its exit code. An expected error is printed in one line, without a stack. */
export async function run(args: readonly string[], around: Surroundings): Promise<number> {
  const wantsJson = args.includes('--json')
  try {
    return await dispatch(args, around)
  } catch (error) {
    const expected = error instanceof AppError
    const message = expected ? error.message : `Unexpected error: ${reasonOf(error)}`
    around.stderr.write(`pro-signal: ${message}\n`)
    if (!expected && around.env.LOG_LEVEL === 'debug') around.stderr.write(`${(error as Error).stack}\n`)
    // With --json, stdout is always one document.
    if (wantsJson) printJson(around, { error: { message } })
    return exitCodeOf(error)
  }
}

async function dispatch(args: readonly string[], around: Surroundings): Promise<number> {
  const [first = '--help', second] = args.filter((word) => word !== '--json')
  const json = args.includes('--json')
  if (first === '--version' || first === 'version') {
    return json ? printJson(around, { version: VERSION }) : print(around, VERSION)
  }
  if (first === 'help' && second !== undefined && !second.startsWith('-')) {
    return dispatch([...args.slice(args.indexOf('help') + 1), '--help'], around)
  }
  if (first === '--help' || first === '-h' || first === 'help') {
    return printHelp(around, overview(summaries), json)
  }
  const group = await commandsOf(first)
  const command = group.find(({ name }) => name === `${first} ${second}`) ?? group.find(({ name }) => name === first)
  if (!command) {
    const isAlone = second === undefined || second === '--help' || second === '-h'
    if (group.length > 0 && isAlone) return printHelp(around, overview(group), json)
    throw unknownCommand(second && group.length > 0 ? `${first} ${second}` : first)
  }
  const input = parseInput(command, withoutName(args, command))
  if (input.help) return printHelp(around, helpFor(command), json)
  const { env, ownNames } = readEnvironment(around.env)
  const config = loadConfig(env, ownNames)
  if (config.CURRENCIES_FILE !== undefined) {
    const { readCurrencyTable, replaceCurrencyTable } = await import('../meaning/signals/index.ts')
    replaceCurrencyTable(readCurrencyTable(config.CURRENCIES_FILE))
  }
  // Only `serve` writes a log. The other commands only print their output.
  const log = createLog(command.name === 'serve' ? config : { ...config, LOG_LEVEL: 'silent' })
  // Both report invalid settings, so they must start with one.
  if (command.name !== 'doctor' && command.name !== 'config') loadToolsFile(config.TOOLS_FILE)
  const output = await command.run({
    ...input,
    env: around.env,
    stdin: around.stdin,
    stdout: around.stdout,
    stderr: around.stderr,
    config,
    log,
  })
  if (output && input.json) printJson(around, output.json)
  else if (output) print(around, output.text)
  return output?.exitCode ?? EXIT.done
}

/** The words of the name come first, but options may be before and between them. */
function withoutName(args: readonly string[], { name }: Command): string[] {
  const rest = [...args]
  for (const word of name.split(' ')) rest.splice(rest.indexOf(word), 1)
  return rest
}

function unknownCommand(typed: string): AppError {
  const names = summaries.map(({ name }) => name)
  const [guess] = nearest(typed, [...names, ...names.map((name) => name.split(' ')[0] ?? '')], 1)
  const suggestion = guess ? `: did you mean ${guess}?` : ''
  return new AppError(
    'invalid',
    `There is no command ${JSON.stringify(typed)}${suggestion} (see bin/pro-signal --help)`,
  )
}

function printHelp(around: Surroundings, text: string, json: boolean): number {
  return json ? printJson(around, { help: text }) : print(around, text)
}

function print({ stdout }: Surroundings, text: string): number {
  stdout.write(`${text}\n`)
  return EXIT.done
}

function printJson({ stdout }: Surroundings, value: unknown): number {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`)
  return EXIT.done
}
