import { once } from 'node:events'
import {
  type Dimension,
  type Share,
  type StoredVerdict,
  type Summary,
  shareTexts,
  storedVerdicts,
  summarise,
  type VerdictFilter,
} from '../../api/feedback/index.ts'
import { FEEDBACK_KINDS } from '../../closed-sets/feedback.ts'
import { choiceOf, EXAMPLE_TEAM, teamOption } from '../arguments.ts'
import { command, type Input } from '../command.ts'
import { count, counted } from '../counted.ts'
import { parseIsoDate } from '../parse-time.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const filterOptions = {
  team: teamOption,
  kind: { value: 'KIND', description: `Only verdicts on one kind of thing: ${FEEDBACK_KINDS.join(', ')}.` },
  since: { value: 'DATE', description: 'Only verdicts given since then.' },
} as const

export const feedbackCommands = [
  command({
    name: 'feedback',
    summary: 'Show the share of wrong verdicts, by rule, source, type and confidence.',
    options: filterOptions,
    examples: ['feedback', 'feedback --kind signal --since 2026-10-01', `feedback --team ${EXAMPLE_TEAM} --json`],
    async run(input) {
      const filter = filterOf(input)
      const summary = await withDatabase(input, (db) => summarise(storedVerdicts(db.pool('settings'), filter)))
      return { text: describe(summary), json: summary }
    },
  }),
  command({
    name: 'feedback export',
    summary: 'Write the verdicts to standard output as NDJSON, without the people who gave them.',
    options: filterOptions,
    examples: ['feedback export > feedback.ndjson', 'feedback export --kind statement --since 2026-10-01'],
    async run(input) {
      const filter = filterOf(input)
      await withDatabase(input, async (db) => {
        for await (const verdict of storedVerdicts(db.pool('settings'), filter)) {
          if (!input.stdout.write(`${JSON.stringify(lineOf(verdict))}\n`)) await once(input.stdout, 'drain')
        }
      })
      return undefined
    },
  }),
]

function filterOf(input: Input): VerdictFilter {
  const [kind, since] = [input.maybe('kind'), input.maybe('since')]
  return {
    teamId: input.maybe('team'),
    kind: kind === undefined ? undefined : choiceOf('kind', kind, FEEDBACK_KINDS),
    since: since === undefined ? undefined : parseIsoDate('--since', since),
  }
}

function lineOf({ givenAt, ...verdict }: StoredVerdict) {
  return { givenAt: givenAt.toISOString(), ...verdict }
}

const TABLES: readonly (readonly [Dimension, heading: string])[] = [
  ['kind', 'what'],
  ['rule', 'rule'],
  ['source', 'source'],
  ['type', 'type'],
  ['confidence', 'confidence'],
]

function describe({ all, by }: Summary): string {
  if (all.judged === 0) return 'Nobody has judged anything yet.'
  const [share, interval] = shareTexts(all)
  const head = `${counted(all.judged, 'verdict')} of ${counted(all.teams, 'team')}, ${count(all.wrong)} wrong: ${share}, with 95 % confidence ${interval}.`
  const tables = TABLES.filter(([dimension]) => by[dimension].length > 0).map(([dimension, heading]) =>
    table([heading, 'judged', 'teams', 'wrong', 'share', '95 % interval'], by[dimension].map(rowOf)),
  )
  return [head, ...tables].join('\n\n')
}

function rowOf(share: Share): string[] {
  return [share.name, count(share.judged), count(share.teams), count(share.wrong), ...shareTexts(share)]
}
