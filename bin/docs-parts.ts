// Parts of the documentation that follow from the declarations of signal types: between `<!-- generated: NAME -->` and
// `<!-- end -->`, and one line of the receiver. The rest of a page is written by hand.

import { SLOTS } from '../src/api/slices/notes/slots.ts'
import { exampleEvent } from '../src/deliver/sending/sample-event.ts'
import {
  canBeStated,
  type FieldDeclaration,
  REPORTED_TYPES,
  SIGNAL_DECLARATIONS,
  SIGNAL_TYPES,
  type SignalType,
} from '../src/meaning/types/index.ts'
import { fieldsOf } from '../src/query/tree/fields.ts'

const PARTS: readonly { readonly file: string; readonly name: string; readonly text: () => string }[] = [
  { file: 'docs/ingest.md', name: 'fields of each type', text: () => REPORTED_TYPES.map(ingestFields).join('\n\n') },
  { file: 'docs/query-language.md', name: 'conditions of each type', text: conditionTable },
  { file: 'docs/slices.md', name: 'slots', text: slotTable },
  { file: 'docs/webhooks.md', name: 'events of each type', text: () => SIGNAL_TYPES.map(event).join('\n\n') },
]

/** The pages as they should be. `read` returns a page as it is. */
export function documentation(read: (file: string) => string): Record<string, Buffer> {
  const pages = PARTS.map(
    ({ file, name, text }) => [file, Buffer.from(withPart(file, read(file), name, text()))] as const,
  )
  return { ...Object.fromEntries(pages), [RECEIVER]: Buffer.from(withTypes(read(RECEIVER))) }
}

const RECEIVER = 'receiver/index.js'

/** The type of an event tells its kinds apart, so the receiver's types list the signal types. */
function withTypes(receiver: string): string {
  return receiver.replace(/(?<=@property \{)'[^}]*(?=\} type$)/m, SIGNAL_TYPES.map((type) => `'${type}'`).join(' | '))
}

function withPart(file: string, page: string, name: string, text: string): string {
  const [start, end] = [`<!-- generated: ${name} -->\n`, '\n<!-- end -->']
  const from = page.indexOf(start)
  const to = page.indexOf(end, from)
  if (from === -1 || to === -1) throw new Error(`${file} has no part "${name}"`)
  return `${page.slice(0, from + start.length)}\n${text}\n${page.slice(to)}`
}

function ingestFields(type: SignalType): string {
  const { description, fields } = SIGNAL_DECLARATIONS[type]
  const stated = fields.filter(canBeStated)
  const values = stated.flatMap((field) => (field.values ? [`- \`${field.name}\`: ${listed(field.values)}`] : []))
  return [
    `**\`${type}\`.** ${description}`,
    `<!-- fields: ${type} -->`,
    ['| field | kind | |', '| --- | --- | --- |', ...stated.map(ingestRow)].join('\n'),
    ...(values.length > 0 ? [values.join('\n')] : []),
  ].join('\n\n')
}

function ingestRow({ name, kind, description, required, default: fallback }: FieldDeclaration): string {
  const suffix = required ? ', required' : fallback === undefined ? '' : `, default \`${fallback}\``
  return `| \`${name}\` | ${kind}${suffix} | ${description} |`
}

function slotTable(): string {
  const rows = Object.entries(SLOTS).map(([name, { description, example, needs }]) => {
    return `| \`{${name}}\` | ${needs ? listed(needs) : 'any'} | ${description} | ${example} |`
  })
  return ['| slot | in a query about | | example |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

const KIND_WORDS: Readonly<Partial<Record<FieldDeclaration['kind'], string>>> = {
  text: 'text',
  texts: 'text',
  slug: 'slug',
  enum: 'one of a list',
  country: 'country',
  integer: 'number',
  number: 'number',
  boolean: 'true or false',
  date: 'date',
}

function conditionTable(): string {
  const rows = SIGNAL_TYPES.map((type) => {
    const searched = SIGNAL_DECLARATIONS[type].fields.filter((field) => isSearched(type, field))
    const byKind = Map.groupBy(searched, ({ kind }) => KIND_WORDS[kind] ?? kind)
    return `| \`${type}\` | ${[...byKind].map(([words, fields]) => `${words}: ${fields.map(condition).join(', ')}`).join(' · ')} |`
  })
  return ['| type | fields |', '| --- | --- |', ...rows].join('\n')
}

function isSearched(type: SignalType, { name }: FieldDeclaration): boolean {
  return fieldsOf(type).some((field) => field.name === name && field.operators.length > 0)
}

const MAX_LISTED_VALUES = 3

/** The name in a query. A short list of values is shown with it, and an example of a slug. */
function condition({ name, queryName = name, kind, values, example }: FieldDeclaration): string {
  if (kind === 'slug') return `\`${queryName}\` (such as \`${example}\`)`
  if (values === undefined || values.length > MAX_LISTED_VALUES) return `\`${queryName}\``
  return `\`${queryName}\` (${OR.format(values.map((value) => `\`${value}\``))})`
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function event(type: SignalType): string {
  const json = JSON.stringify(exampleEvent(type), null, 2)
  return `### ${type}\n\n${SIGNAL_DECLARATIONS[type].description}\n\n\`\`\`json\n${json}\n\`\`\``
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
