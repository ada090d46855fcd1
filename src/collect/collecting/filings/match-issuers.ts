// Matches issuers of filings to watched companies: certain matches are watched from now on, the others wait for an
// operator. Idempotent.

import type { Database } from '../../../db/index.ts'
import { bareNameKey, type Collector, type IssuerIdentity } from '../../collectors/index.ts'
import { insertMatches } from '../companies/found-boards.ts'
import { insertLooks, wakeCollecting } from '../companies/watch-queries.ts'
import {
  deleteAnsweredIssuer,
  type KnownIssuer,
  type NamedCompany,
  readCompanyNames,
  readDecided,
  readIssuers,
  readLegalOwners,
  readWatchedNames,
  writeIdentity,
} from './filing-queries.ts'
import { issuerKeys, judgeIssuer, type Verdict } from './whose-filing.ts'

const PAGE = 5_000
/** Issuers requested at a time. The others follow next time. */
const MAX_ASKED = 100

/** Undefined: it can't be requested now. */
export type AskIdentity = (issuer: string) => Promise<IssuerIdentity | undefined>

interface Pair {
  readonly issuer: KnownIssuer
  readonly company: NamedCompany
}

export async function matchIssuers(db: Database, collector: Collector, askIdentity: AskIdentity): Promise<void> {
  const pool = db.pool('ingest')
  const asked = new Map<string, IssuerIdentity | undefined>()
  for (let after = ''; ; ) {
    const page = await readWatchedNames(pool, after, PAGE)
    const pairs: (Pair & { readonly identity: IssuerIdentity })[] = []
    for (const pair of await undecided(db, collector, page)) {
      const { issuer } = pair
      if (!issuer.identity && !asked.has(issuer.issuer) && asked.size < MAX_ASKED) {
        const identity = await askIdentity(issuer.issuer)
        asked.set(issuer.issuer, identity)
        if (identity) await writeIdentity(pool, issuer, identity)
      }
      const identity = issuer.identity ?? asked.get(issuer.issuer)
      if (identity) pairs.push({ ...pair, identity })
    }
    // A vehicle is not a company's round, and not worth a decision.
    await decideAll(
      db,
      collector,
      pairs.filter(({ identity }) => identity.hasRounds),
    )
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.domain
  }
}

/** Companies and issuers of the same name that are still undecided. */
async function undecided(db: Database, { name: collector }: Collector, page: readonly NamedCompany[]): Promise<Pair[]> {
  const byKey = new Map<string, NamedCompany[]>()
  for (const company of page) {
    const keys = new Set([...company.names, ...company.entities.map(({ name }) => name)].map(bareNameKey))
    for (const key of keys) if (key !== '') byKey.set(key, [...(byKey.get(key) ?? []), company])
  }
  if (byKey.size === 0) return []
  const issuers = await readIssuers(db.pool('ingest'), collector, [...byKey.keys()])
  const decided = await readDecided(
    db.pool('ingest'),
    collector,
    issuers.map(({ issuer }) => issuer),
  )
  const keys = new Set(
    decided.flatMap(({ domain, issuer, ordinal }) => [
      pairKey(issuer, { domain, ordinal: null }),
      pairKey(issuer, { domain, ordinal }),
    ]),
  )
  const pairs = issuers.flatMap((issuer) =>
    (byKey.get(issuer.nameKey) ?? []).map((company): Pair => ({ issuer, company })),
  )
  const isDecided = ({ issuer: { issuer }, company }: Pair) =>
    keys.has(pairKey(issuer, company)) || keys.has(pairKey(issuer, { domain: company.domain, ordinal: null }))
  // A company that is watched under two of its domains counts once.
  const byPair = new Map(pairs.map((pair) => [pairKey(pair.issuer.issuer, pair.company), pair]))
  return [...byPair.values()].filter((pair) => !isDecided(pair))
}

const pairKey = (issuer: string, { domain, ordinal }: Pick<NamedCompany, 'domain' | 'ordinal'>) =>
  `${issuer} ${ordinal ?? domain}`

async function decideAll(
  db: Database,
  collector: Collector,
  pairs: readonly (Pair & { readonly identity: IssuerIdentity })[],
): Promise<void> {
  const provable = pairs.filter(({ company, identity }) => judgeIssuer(identity, company, []).isOwn)
  const namesakes = await readNamesakes(
    db,
    provable.flatMap(({ identity }) => issuerKeys(identity)),
  )
  for (const { issuer, company, identity } of pairs) {
    const others = issuerKeys(identity)
      .flatMap((key) => namesakes.get(key) ?? [])
      .filter((other) => other.domain !== company.domain && (other.ordinal ?? -1) !== company.ordinal)
      .map(({ domain }) => domain)
    await decide(db, collector, { issuer, company }, identity, judgeIssuer(identity, company, [...new Set(others)]))
  }
}

async function decide(
  db: Database,
  collector: Collector,
  { issuer, company: { domain } }: Pair,
  identity: IssuerIdentity,
  verdict: Verdict,
): Promise<void> {
  await db.transaction('ingest', async (tx) => {
    const look = { domain, collector, target: issuer.issuer }
    const isTaken = verdict.isOwn && (await insertLooks(tx, [look])).length > 0
    if (isTaken) {
      await deleteAnsweredIssuer(tx, collector.name, domain, issuer.issuer)
      await wakeCollecting(tx)
      return
    }
    const why = verdict.isOwn ? 'It is watched for another company.' : verdict.why
    const where = identity.places.length > 0 ? ` (${identity.places.join(', ')})` : ''
    await insertMatches(tx, [
      {
        domain,
        collector: collector.name,
        target: issuer.issuer,
        page: `https://www.sec.gov/edgar/browse/?CIK=${issuer.issuer}`,
        why: `${identity.name}${where} filed on ${issuer.filedOn}. ${why}`,
      },
    ])
  })
}

interface Namesake {
  readonly domain: string
  readonly ordinal: number | null
}

/** All known companies with a name of these keys. */
async function readNamesakes(db: Database, nameKeys: readonly string[]): Promise<ReadonlyMap<string, Namesake[]>> {
  const wanted = new Set(nameKeys)
  const found = new Map<string, Namesake[]>()
  if (wanted.size === 0) return found
  const add = (key: string, namesake: Namesake) => found.set(key, [...(found.get(key) ?? []), namesake])
  const pool = db.pool('ingest')
  for (const { nameKey, ...owner } of await readLegalOwners(pool, [...wanted])) add(nameKey, owner)
  for (let after = -1; ; ) {
    const page = await readCompanyNames(pool, after, PAGE)
    for (const { ordinal, domain, name } of page) {
      const key = bareNameKey(name)
      if (wanted.has(key)) add(key, { ordinal, domain })
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return found
    after = last.ordinal
  }
}
