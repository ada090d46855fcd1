// `npm run eval:subprocessors`: how well pages of subprocessors are read. With --misses those that are read differently are
// listed.

import { subprocessorPages } from './subprocessor-pages.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const pages = subprocessorPages()
const total = (count: (page: (typeof pages)[number]) => number) => pages.reduce((sum, page) => sum + count(page), 0)
const right = total(({ wanted, found }) => wanted.intersection(found).size)
const precision = right / total(({ found }) => found.size)
const recall = right / total(({ wanted }) => wanted.size)
const lists = pages.filter(({ wanted, isList }) => isList === wanted.size > 0).length
say(`${pages.length} pages, ${total(({ wanted }) => wanted.size)} tools in use`)
say(`  tools    precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}`)
say(`  whether a page is a list: ${lists} of ${pages.length}`)
if (process.argv.includes('--misses')) {
  for (const { about, wanted, found, isList } of pages) {
    const [missing, wrong] = [[...wanted.difference(found)], [...found.difference(wanted)]]
    if (missing.length + wrong.length > 0 || isList !== wanted.size > 0)
      say(`${about}: missing ${missing.join(', ') || '-'}; wrong ${wrong.join(', ') || '-'}; list ${isList}`)
  }
}
