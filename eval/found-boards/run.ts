// `npm run eval:found-boards`: how many companies' boards are found without an operator, and which boards of others would be
// taken. With --misses each one that is not as it should be is listed, with the reason that an operator would read.

import { boardOf, crossedRows, type Row, rowsOf, takenBoards } from './world.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const isShown = process.argv.includes('--misses')

async function count(rows: readonly Row[], isWrong: (taken: boolean) => boolean): Promise<number> {
  let taken = 0
  for (const row of rows) {
    const found = await takenBoards(row)
    const isTaken = found.taken.includes(boardOf(row))
    if (isTaken) taken++
    if (isShown && isWrong(isTaken)) say(`  ${row.domain} ${row.system} ${row.slug}: ${found.why}`)
  }
  return taken
}

const [companies, traps] = [rowsOf('companies'), rowsOf('traps')]
const found = await count(companies, (taken) => !taken)
const wrong = await count(traps, (taken) => taken)
const crossed = [...crossedRows(companies)]
const swapped = await count(crossed, (taken) => taken)
say(`Found without an operator: ${found} of ${companies.length} companies`)
say(
  `Boards of others that are taken: ${wrong} of ${traps.length} traps, ${swapped} of ${crossed.length} pairs of companies`,
)
