import { parseArgs } from 'node:util'
import { AppError } from '../platform/app-error.ts'
import { nearest } from '../platform/text/edit-distance.ts'
import type { Command, Input, Option, Surroundings } from './command.ts'

const COMMON: Readonly<Record<string, Option>> = {
  help: { description: 'Show this help.' },
  json: { description: 'Print one JSON document instead of text.' },
}

export function optionsOf(command: Command): Record<string, Option> {
  return { ...command.options, ...COMMON }
}

type ParsedInput = Omit<Input, 'config' | 'log' | keyof Surroundings> & { readonly help: boolean }

export function parseInput(command: Command, args: readonly string[]): ParsedInput {
  const options = optionsOf(command)
  const { values, words } = split(command, options, args)
  const missing = Object.entries(options).filter(([name, option]) => option.required && values[name] === undefined)
  const help = values.help === true
  if (missing.length > 0 && !help) {
    throw usageError(command, `needs ${missing.map(([name, option]) => `--${name} ${option.value}`).join(' and ')}`)
  }
  const all = (name: string) => [values[name] ?? []].flat().filter((value) => typeof value === 'string')
  // `keys revoke --key ID` is the same as `keys revoke ID`, so two ids would be two keys.
  const [, thing = ''] = /^<(\w+)-id>$/.exec(command.words ?? '') ?? []
  const [given, word] = [all(thing).at(-1), words[0]]
  if (given !== undefined && word !== undefined && given !== word) {
    throw usageError(command, `takes one ${thing}, and got --${thing} ${given} and ${word}`)
  }
  return {
    words,
    all,
    maybe: (name) => all(name).at(-1),
    text: (name) => all(name).at(-1) ?? '',
    on: (name) => values[name] === true,
    json: values.json === true,
    help,
  }
}

function split(command: Command, options: Record<string, Option>, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(
        Object.entries(options).map(([name, { value, multiple }]) => [
          name,
          {
            type: value ? ('string' as const) : ('boolean' as const),
            multiple: multiple ?? false,
            ...(name === 'help' ? { short: 'h' } : {}),
          },
        ]),
      ),
      allowPositionals: true,
    })
    if (positionals.length > (command.maxWords ?? 0)) {
      throw usageError(command, `got an unexpected argument ${JSON.stringify(positionals[command.maxWords ?? 0])}`)
    }
    return { values: values as Record<string, string | boolean | string[] | undefined>, words: positionals }
  } catch (error) {
    if (error instanceof AppError) throw error
    const unknown = /^Unknown option '--?([^']+)'/.exec((error as Error).message)?.[1]
    if (unknown === undefined) throw usageError(command, lowerFirst((error as Error).message.split(/[.\n]/)[0] ?? ''))
    const [guess] = nearest(unknown, Object.keys(options), 1)
    throw usageError(command, `has no option --${unknown}${guess ? `: did you mean --${guess}?` : ''}`)
  }
}

function usageError(command: Command, problem: string): AppError {
  return new AppError('invalid', `${command.name} ${problem} (see bin/pro-signal ${command.name} --help)`)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
