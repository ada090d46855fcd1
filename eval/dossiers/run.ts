// `npm run eval:dossiers`: thirty dossiers of the demo and thirty of collected companies, as a seller would read them before a
// call. It judges nothing: somebody who did not write the texts reads them. Is it true? Does it name a fact? Would I use it?

import { shippedSlices } from '../../src/api/slices/index.ts'
import { many } from '../../src/db/index.ts'
import { loadWorld } from '../../src/demo/index.ts'
import { loadExampleCompanies } from '../../src/demo/load-world.ts'
import { DEMO_SIZE } from '../../src/demo/world/world.ts'
import { companyId } from '../../src/write/write-path/index.ts'
import { collectFrom } from '../boards.ts'
import { type Asked, type Dossier, type PublicSignal, withService } from '../service.ts'
import { collectedCompanies } from './collected-companies.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const DOSSIERS = 30
const DAY_MS = 86_400_000
/** A seller reads the newest. */
const MAX_FACTS = 12

function factOf({ type, label, occurredAt, status, confidence, ...rest }: PublicSignal): string {
  const days = Math.round((Date.now() - Date.parse(occurredAt)) / DAY_MS)
  const more = [
    'change',
    'basis',
    'instrument',
    'rumour',
    'first',
    'newCountry',
    'location',
    'evidence',
    'ratio',
    'opened',
  ]
    .filter((name) => rest[name] !== undefined)
    .map((name) => `${name}: ${JSON.stringify(rest[name])}`)
  return `${type.padEnd(10)} ${label} · ${days} days ago, ${status}, ${confidence}${more.length > 0 ? ` · ${more.join(', ')}` : ''}`
}

function print({ identity, slices, notebook: quiet, signals, aiAdoptionScore, coverage }: Dossier): void {
  const about = ['employeeCount', 'hqCountry', 'industry', 'fundingStage', 'employerKind'].map((name) => identity[name])
  say(`\n=== ${identity.name} (${identity.domain}) · ${about.join(' · ')}`)
  for (const { slug, score, windowEndsAt, notebook } of slices) {
    const daysLeft = Math.round((Date.parse(windowEndsAt) - Date.now()) / DAY_MS)
    say(`  [${slug}, ${score}, ${daysLeft} days left] ${notebook.whyNow}`)
    for (const point of notebook.talkingPoints) say(`      - ${point}`)
    if (notebook.approach !== undefined) say(`      whom to approach: ${notebook.approach}`)
  }
  if (quiet) say(`  [no window] ${[quiet.known, ...quiet.opens].join(' ')}`)
  for (const point of quiet?.talkingPoints ?? []) say(`      - ${point}`)
  const { contributions: _, asOf, modelVersion, ...score } = aiAdoptionScore
  say(`  score ${JSON.stringify(score)}`)
  const looked = Object.entries(coverage).flatMap(([type, seen]) => (seen === null ? [] : type))
  say(`  looked at: ${looked.join(', ') || 'nothing'}`)
  for (const signal of signals.slice(0, MAX_FACTS)) say(`    ${factOf(signal)}`)
  if (signals.length > MAX_FACTS) say(`    … and ${signals.length - MAX_FACTS} more`)
}

/** A few of every slice, so that every kind of text is read. */
async function ofEverySlice(asked: Asked): Promise<string[]> {
  const slugs = shippedSlices().map(({ definition: { slug, parameter } }) => (parameter ? `${slug}:hubspot` : slug))
  const members = await Promise.all(slugs.map(async (slug) => [...(await asked.slice(slug))]))
  const chosen = new Set<string>()
  for (let nth = 0; chosen.size < DOSSIERS && members.some((ids) => ids.length > nth); nth++) {
    for (const ids of members) {
      const id = ids[nth]
      if (id !== undefined && chosen.size < DOSSIERS) chosen.add(id)
    }
  }
  return [...chosen]
}

say('# The demo')
await withService(
  async ({ db }) => {
    await loadWorld(db, DEMO_SIZE)
    await loadExampleCompanies(db)
  },
  async (asked) => {
    for (const id of await ofEverySlice(asked)) print(await asked.dossier(id))
  },
)

say('\n# Collected companies')
await withService(
  async (preparation) => {
    await collectFrom(preparation, { websites: true, visits: collectedCompanies(Math.floor(Date.now() / 1_000)) })
  },
  async (asked) => {
    const found = await many<{ domain: string }>(
      asked.db.pool('ingest'),
      'select domain from companies order by ordinal',
    )
    for (const { domain } of found.slice(0, DOSSIERS)) print(await asked.dossier(companyId(domain)))
  },
)
