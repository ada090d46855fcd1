// The pages of eval/subprocessors.txt. Each follows a line with what it is, its company, and the tools in use.

import { readFileSync } from 'node:fs'
import { readSubprocessors } from '../src/collect/collectors/subprocessors/read-subprocessors.ts'

export interface ReadPage {
  readonly about: string
  readonly isList: boolean
  /** Slugs of the catalogue. */
  readonly wanted: ReadonlySet<string>
  readonly found: ReadonlySet<string>
}

export function subprocessorPages(): readonly ReadPage[] {
  const [, ...parts] = readFileSync(new URL('subprocessors.txt', import.meta.url), 'utf8').split(/^=== /m)
  return parts.map((part) => {
    const [head = '', ...html] = part.split('\n')
    const [about = '', company = '', tools = ''] = head.split(' |').map((each) => each.trim())
    const [name = '', domain = ''] = company.split(' ')
    const read = readSubprocessors(html.join('\n'), { name, domain, aliases: [] })
    const inUse = read.entries.filter(({ removedOn }) => removedOn === undefined)
    return {
      about,
      isList: read.isList,
      wanted: new Set(tools.split(', ').filter((tool) => tool !== '')),
      found: new Set(inUse.flatMap(({ tool }) => tool ?? [])),
    }
  })
}
