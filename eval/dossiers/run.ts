// `npm run eval:dossiers`: thirty dossiers of the demo and thirty of collected companies, as a seller would read them before a
// call. It judges nothing: somebody who did not write the texts reads them. Is it true? Does it name a fact? Would I use it?

import { parseArgs } from 'node:util'
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

const USAGE = `npm run eval:dossiers [-- OPTIONS]
Prints dossiers as a seller reads them before a call.

  --seed NAME       other companies; the same name gives the same ones (default: dossiers)
  --dossiers COUNT  of the demo, and of collected companies: 1 to 30 (default: 30)
  --only WHICH      demo or collected
  --quiet-only      only companies that are in no window
  --help            shows this text

npm run eval:dossiers -- --seed second --only collected`

/** The seed of the demo that ships. */
const SHIPPED = 'dossiers'
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: SHIPPED },
    dossiers: { type: 'string', default: '30' },
    only: { type: 'string' },
    'quiet-only': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  say(USAGE)
  process.exit(0)
}
const DOSSIERS = Number(values.dossiers)
if (!(DOSSIERS >= 1 && DOSSIERS <= 30)) throw new Error('--dossiers must be a number from 1 to 30.')
if (values.only !== undefined && values.only !== 'demo' && values.only !== 'collected') {
  throw new Error('--only must be demo or collected.')
}
/** Days are UTC days, as in the texts. */
const dayOf = (time: number) => Math.floor(time / 86_400_000)
/** A seller reads the newest. */
const MAX_FACTS = 12

function factOf({ type, label, occurredAt, status, confidence, ...rest }: PublicSignal): string {
  const days = dayOf(Date.now()) - dayOf(Date.parse(occurredAt))
  const more = [
    'change',
    'basis',
    'instrument',
    'rumour',
    'first',
    'newCountry',
    'location',
    'workplaceType',
    'function',
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
    const daysLeft = dayOf(Date.parse(windowEndsAt)) - dayOf(Date.now())
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

/** A few of every slice, so that every kind of text is read. One after the other: the service refuses many slices at once. */
async function ofEverySlice(asked: Asked): Promise<string[]> {
  const slugs = shippedSlices().map(({ definition: { slug, parameter } }) => (parameter ? `${slug}:hubspot` : slug))
  const members: string[][] = []
  for (const slug of slugs) members.push([...(await asked.slice(slug))])
  const chosen = new Set<string>()
  for (let nth = 0; chosen.size < DOSSIERS && members.some((ids) => ids.length > nth); nth++) {
    for (const ids of members) {
      const id = ids[nth]
      if (id !== undefined && chosen.size < DOSSIERS) chosen.add(id)
    }
  }
  return [...chosen]
}

/** All, in the order in which they were added. */
async function everyCompany({ db }: Asked): Promise<string[]> {
  const found = await many<{ domain: string }>(db.pool('ingest'), 'select domain from companies order by ordinal')
  return found.map(({ domain }) => companyId(domain))
}

async function printDossiers(asked: Asked, ids: readonly string[]): Promise<void> {
  let printed = 0
  for (const id of ids) {
    const dossier = await asked.dossier(id)
    if (values['quiet-only'] && dossier.slices.length > 0) continue
    print(dossier)
    if (++printed === DOSSIERS) break
  }
}

if (values.only !== 'collected') {
  say('# The demo')
  await withService(
    async ({ db }) => {
      await loadWorld(db, values.seed === SHIPPED ? DEMO_SIZE : { ...DEMO_SIZE, seed: values.seed })
      await loadExampleCompanies(db)
    },
    async (asked) => printDossiers(asked, values['quiet-only'] ? await everyCompany(asked) : await ofEverySlice(asked)),
  )
}

if (values.only !== 'demo') {
  say('\n# Collected companies')
  await withService(
    async (preparation) => {
      const visits = collectedCompanies(Math.floor(Date.now() / 1_000), values.seed)
      await collectFrom(preparation, { websites: true, visits })
    },
    async (asked) => printDossiers(asked, await everyCompany(asked)),
  )
}
