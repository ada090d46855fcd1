// `npm run eval:held-out [-- SET…]`: figures on the held-out sets. It never lists a row, because the rules must not be
// adjusted to them. `--show-wrong` lists what is wrong, for somebody who writes no rules.

import { judgeAgencies } from './agencies.ts'
import { judgeAnnouncements } from './announcements.ts'
import { judgeHistories } from './histories.ts'
import { judgePlaces } from './places.ts'
import { judgePlainSentences } from './plain-sentences.ts'
import { say } from './rows.ts'
import { judgeSubprocessors } from './subprocessors.ts'
import { judgeTitles } from './titles.ts'
import { judgeToolSentences } from './tool-sentences.ts'

const SETS: Readonly<Record<string, () => void | Promise<void>>> = {
  places: judgePlaces,
  titles: judgeTitles,
  tools: judgeToolSentences,
  agencies: judgeAgencies,
  sentences: judgePlainSentences,
  histories: judgeHistories,
  announcements: judgeAnnouncements,
  subprocessors: judgeSubprocessors,
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = asked.filter((name) => !Object.hasOwn(SETS, name))
if (unknown.length > 0) {
  say(`Unknown: ${unknown.join(', ')}. The sets are ${Object.keys(SETS).join(', ')}.`)
  process.exitCode = 2
} else {
  for (const [name, judge] of Object.entries(SETS)) if (asked.length === 0 || asked.includes(name)) await judge()
}
