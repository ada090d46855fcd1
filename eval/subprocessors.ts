// `npm run eval:subprocessors`: how well pages of subprocessors are read. eval/subprocessors.txt has made-up pages, each after a
// line with its name, company and the tools in use. With --misses those that are read differently are listed.

import { readFileSync } from 'node:fs'
import { readSubprocessors } from '../src/collect/collectors/subprocessors/read-subprocessors.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const pages = readFileSync(new URL('subprocessors.txt', import.meta.url), 'utf8')
  .split(/^=== /m)
  .slice(1)
  .map((part) => {
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

const total = (count: (page: (typeof pages)[number]) => number) => pages.reduce((sum, page) => sum + count(page), 0)
const right = total(({ wanted, found }) => wanted.intersection(found).size)
const lists = pages.filter(({ wanted, isList }) => isList === wanted.size > 0).length
say(`${pages.length} pages, ${total(({ wanted }) => wanted.size)} tools in use`)
say(
  `  tools    precision ${(right / total(({ found }) => found.size)).toFixed(3)}  recall ${(right / total(({ wanted }) => wanted.size)).toFixed(3)}`,
)
say(`  whether a page is a list: ${lists} of ${pages.length}`)
if (process.argv.includes('--misses')) {
  for (const { about, wanted, found, isList } of pages) {
    const [missing, wrong] = [[...wanted.difference(found)], [...found.difference(wanted)]]
    if (missing.length + wrong.length > 0 || isList !== wanted.size > 0)
      say(`${about}: missing ${missing.join(', ') || '-'}; wrong ${wrong.join(', ') || '-'}; list ${isList}`)
  }
}
