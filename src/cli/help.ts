import { VERSION } from '../platform/config/version.ts'
import type { Command, Summary } from './command.ts'
import { optionsOf } from './parse.ts'
import { columns } from './table.ts'

export function helpFor(command: Command): string {
  const options = Object.entries(optionsOf(command))
  const required = options.filter(([, option]) => option.required).map(([name, option]) => `--${name} ${option.value}`)
  const usage = [
    'bin/pro-signal',
    command.name,
    command.words,
    ...required,
    options.length > required.length + 2 ? '[options]' : '',
  ]
  const rows = options.map(([name, option]) => [
    `--${name}${option.value ? ` ${option.value}` : ''}`,
    option.description + (option.multiple ? ' Can be repeated.' : ''),
  ])
  return [
    command.summary,
    '',
    `Usage: ${usage.filter(Boolean).join(' ')}`,
    '',
    'Options:',
    columns(rows),
    '',
    'Examples:',
    ...command.examples.map((example) => `  bin/pro-signal ${example}`),
  ].join('\n')
}

export function overview(commands: readonly Summary[]): string {
  return [
    `Pro Signal ${VERSION}: which companies are in a buying window now.`,
    '',
    'Usage: bin/pro-signal <command> [options]',
    '',
    'Commands:',
    columns(commands.map(({ name, words, summary }) => [words ? `${name} ${words}` : name, summary])),
    '',
    'Every command has --help with examples, and --json for scripts.',
    'Exit codes: 0 success, 1 failure, 2 wrong arguments or settings, 3 some input was rejected, 4 not found.',
    'Settings are environment variables: see .env.example, or bin/pro-signal config.',
  ].join('\n')
}
