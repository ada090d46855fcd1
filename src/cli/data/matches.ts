import { acceptMatch, listMatches, type Match, rejectMatch } from '../../collect/collecting/index.ts'
import { COLLECTORS } from '../../collect/collectors/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { command, type Input } from '../command.ts'
import { EXIT, exitCodeOf } from '../exit-codes.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'
import { titleOf } from './watch.ts'

export const matchesCommands = [
  command({
    name: 'matches list',
    summary:
      'List the boards, issuers of filings and domains that may belong to watched companies and wait for your decision.',
    options: { all: { description: 'Also those that are decided already.' } },
    examples: ['matches list', 'matches list --all --json'],
    async run(input) {
      const matches = await withDatabase(input, (db) => listMatches(db.pool('settings'), { all: input.on('all') }))
      if (matches.length === 0) return { text: 'Nothing waits for a decision.', json: { matches } }
      const rows = matches.map((match) => [
        String(match.id),
        match.domain,
        nameOf(match),
        match.decision ?? 'waits',
        match.page,
        match.why,
      ])
      return { text: table(['id', 'company', 'may be', 'decision', 'found at', 'why'], rows), json: { matches } }
    },
  }),
  command({
    name: 'matches accept',
    words: '<id…>',
    maxWords: Number.POSITIVE_INFINITY,
    summary: 'Say that a board, an issuer of filings or a domain belongs to the company. It is visited from now on.',
    examples: ['matches accept 12', 'matches accept 12 13 --json'],
    run: (input) =>
      decideAll(input, 'Accepted', (db, id) => acceptMatch(db, id, COLLECTORS, input.config.COLLECT_UNDOCUMENTED)),
  }),
  command({
    name: 'matches reject',
    words: '<id…>',
    maxWords: Number.POSITIVE_INFINITY,
    summary:
      'Say that a board, an issuer of filings or a domain does not belong to the company. It is neither proposed nor visited again.',
    examples: ['matches reject 12', 'matches reject 12 13 --json'],
    run: (input) => decideAll(input, 'Rejected', rejectMatch),
  }),
]

type Decide = (db: Parameters<typeof rejectMatch>[0], id: number) => Promise<Match>

async function decideAll(input: Input, done: string, decide: Decide) {
  const ids = input.words.map((word) => {
    if (/^\d{1,9}$/.test(word)) return Number(word)
    throw new AppError(
      'invalid',
      `${JSON.stringify(word)} is not the id of a match: bin/pro-signal matches list shows them.`,
    )
  })
  if (ids.length === 0)
    throw new AppError('invalid', 'The id of a match is required: bin/pro-signal matches list shows them.')
  const matches: Match[] = []
  const failed: { id: number; error: AppError }[] = []
  await withDatabase(input, async (db) => {
    for (const id of ids) {
      try {
        matches.push(await decide(db, id))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        failed.push({ id, error })
      }
    }
  })
  const [first] = failed
  // Stored decisions are reported even if another one failed.
  if (first && ids.length === 1) throw first.error
  const lines = matches.map((match) => `${done}: ${nameOf(match)} for ${match.domain}.`)
  return {
    text: [...lines, ...failed.map(({ id, error }) => `Not decided: ${id}. ${error.message}`)].join('\n'),
    json: { matches, failed: failed.map(({ id, error }) => ({ id, reason: error.message })) },
    ...(first && { exitCode: matches.length > 0 ? EXIT.rejected : exitCodeOf(first.error) }),
  }
}

function nameOf({ collector, target }: Match): string {
  return collector === null ? `domain ${target}` : `${titleOf(collector)} ${target}`
}
