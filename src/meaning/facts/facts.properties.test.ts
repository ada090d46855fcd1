import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, DAY_SECONDS, signal } from '../../../test/harness/base-signals.ts'
import fc from '../../../test/harness/fast-check.ts'
import { factOf } from './fact.ts'
import { apartOf, groupKeysOf, groupReports } from './group-reports.ts'
import type { Report, ReportGroup } from './report.ts'

const START = at('2026-01-01')

/** Few values for everything that is compared, so that reports meet. */
const aReport = fc
  .record({
    type: fc.constantFrom('hiring', 'hiring', 'hiring', 'funding', 'tool', 'web'),
    source: fc.constantFrom('ats', 'board', 'news', 'crawler'),
    day: fc.nat({ max: 150 }),
    openDays: fc.nat({ max: 60 }),
    status: fc.constantFrom('active', 'active', 'closed', 'retracted'),
    confidence: fc.constantFrom(0.45, 0.5, 0.9, 1),
    first: fc.nat({ max: 2 }),
    second: fc.nat({ max: 2 }),
    third: fc.nat({ max: 3 }),
  })
  .map(({ type, source, day, openDays, status, confidence, first, second, third }): Report => {
    const occurredAt = START + day * DAY_SECONDS
    const closedAt = status === 'closed' ? { closedAt: occurredAt + openDays * DAY_SECONDS } : {}
    const fields = {
      hiring: {
        jobTitle: ['AE', 'AE (m/w/d)', 'Cook'][first] as string,
        location: ['Berlin', 'Rome', 'Berlin; Rome'][second] as string,
        ...(third === 1 && { requisition: 'R-1' }),
        ...(third === 2 && { jobUrl: `https://acme.example/jobs/${first}?utm_source=x` }),
      },
      funding: {
        ...(first > 0 && { round: ['', 'seed', 'undisclosed'][first] as string }),
        ...(second > 0 && { amountUsd: 1_000_000 + second * 60_000 }),
        ...(second === 2 && { amountOriginal: 'EUR 1000000' }),
        ...(third === 1 && { partial: true }),
      },
      tool: { tool: ['X', 'x', 'Y'][first] as string, change: ['adopted', 'in_use', 'dropped'][second] as string },
      web: { kind: 'ai_feature', change: ['launched', 'up', 'removed'][second] as string },
    }[type]
    return signal(type, occurredAt, fields, { source: { name: source }, status, confidence, ...closedAt })
  })
const company = fc.array(aReport, { maxLength: 40, size: 'max' })

const shown = (groups: readonly ReportGroup[]) =>
  groups.map((group) => ({ ids: group.reports.map(({ id }) => id), content: factOf(group) }))

test('generated companies have facts of several reports, or the properties below would prove nothing', () => {
  const groups = fc.sample(company, { seed: 7, numRuns: 50 }).flatMap(groupReports)
  for (const type of ['hiring', 'funding', 'tool', 'web']) {
    assert.ok(groups.filter(({ reports }) => reports.length > 1 && reports[0]?.type === type).length > 20, type)
  }
})

test('every report is in exactly one fact', () => {
  fc.assert(
    fc.property(company, (reports) => {
      const ids = groupReports(reports).flatMap((group) => group.reports.map(({ id }) => id))
      assert.deepEqual(ids.sort(), reports.map(({ id }) => id).sort())
    }),
  )
})

test('facts and their content do not depend on the order of the reports', () => {
  const shuffled = company.chain((reports) =>
    fc.tuple(
      fc.constant(reports),
      fc.shuffledSubarray(reports, { minLength: reports.length, maxLength: reports.length }),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([reports, other]) =>
      assert.deepEqual(shown(groupReports(reports)), shown(groupReports(other))),
    ),
  )
})

test('grouping what is connected by keys equals grouping everything', () => {
  fc.assert(
    fc.property(company, (reports) => {
      const parts = connected(reports).flatMap((part) => shown(groupReports(part)))
      const whole = shown(groupReports(reports))
      assert.deepEqual(
        new Map(parts.map((fact) => [fact.ids[0], fact])),
        new Map(whole.map((fact) => [fact.ids[0], fact])),
      )
    }),
  )
})

test('a report that is known to be apart from all that share its keys is a fact of its own, and changes no other', () => {
  let found = 0
  const few = fc.array(aReport, { maxLength: 8, size: 'max' })
  fc.assert(
    fc.property(few, fc.boolean(), (made, hasOneSource) => {
      const reports = hasOneSource ? made.map((report) => ({ ...report, source: { name: 'ats' } })) : made
      const keys = new Map(reports.map((report) => [report, new Set(groupKeysOf(report))]))
      const groups = (all: readonly Report[]) =>
        groupReports(all).map((group) => group.reports.map(({ id }) => id).join())
      for (const report of reports) {
        const apart = apartOf(report)
        const near = reports.filter((other) => !keys.get(other)?.isDisjointFrom(keys.get(report) as Set<string>))
        if (apart === undefined || near.some((other) => apartOf(other) !== apart)) continue
        found += near.length > 1 ? 1 : 0
        assert.deepEqual(
          groups(reports).sort(),
          [...groups(reports.filter((other) => other !== report)), report.id].sort(),
        )
      }
    }),
    { numRuns: 500 },
  )
  assert.ok(found > 20, `${found}`)
})

test('a retracted report changes neither the grouping of the others nor what is shown of them', () => {
  fc.assert(
    fc.property(company, (reports) => {
      const live = reports.filter(({ status }) => status !== 'retracted')
      const all = shown(groupReports(reports)).filter(({ content }) => content.status !== 'retracted')
      const retracted = new Set(reports.filter(({ status }) => status === 'retracted').map(({ id }) => id))
      assert.deepEqual(
        all.map(({ ids }) => ids.filter((id) => !retracted.has(id)).join()).sort(),
        groupReports(live)
          .map((group) => group.reports.map(({ id }) => id).join())
          .sort(),
      )
    }),
  )
})

test('of a fact with one report everything that is shown is what the report says', () => {
  fc.assert(
    fc.property(aReport, (report) => {
      const [group] = groupReports([report]) as [ReportGroup]
      const { id: _, ...content } = report
      assert.deepEqual(factOf(group), content)
    }),
  )
})

// Comparing every report with every other would take hours here.
test('100,000 reports of one company are grouped in time, whatever they share', { timeout: 60_000 }, () => {
  const many = (type: Report['type'], fieldsOf: (i: number) => Report['fields']) =>
    Array.from({ length: 20_000 }, (_, i) => {
      const occurredAt = START + (i % 2_000) * 3_600
      const status = (['active', 'closed', 'active', 'retracted'] as const)[i % 4] ?? 'active'
      return signal(type, occurredAt, fieldsOf(i), {
        source: { name: `source ${i % 3}` },
        status,
        ...(status === 'closed' && { closedAt: occurredAt + 86_400 }),
      })
    })
  const reports = [
    many('hiring', () => ({ jobTitle: 'Store Associate', location: 'Berlin' })),
    many('hiring', (i) => ({
      jobTitle: 'Cook',
      location: 'Rome',
      requisition: `R-${i % 2}`,
      jobUrl: 'https://a.example/1/2',
    })),
    many('funding', (i) => ({ round: `series_${i % 7}`, amountUsd: i })),
    many('tool', (i) => ({ tool: 'X', change: i % 5 === 0 ? 'dropped' : 'adopted' })),
    many('web', (i) => ({ kind: 'ai_feature', pageUrl: `https://a.example/${i % 100}`, change: 'up' })),
  ].flat()
  const groups = groupReports(reports)
  assert.equal(
    groups.reduce((sum, { reports: { length } }) => sum + length, 0),
    100_000,
  )
})

function connected(reports: readonly Report[]): Report[][] {
  const parts: { keys: Set<string>; reports: Report[] }[] = []
  for (const report of reports) {
    const keys = new Set(groupKeysOf(report))
    const joined = parts.filter((part) => !part.keys.isDisjointFrom(keys))
    const part = { keys: joined.reduce((all, each) => all.union(each.keys), keys), reports: [report] }
    for (const each of joined) {
      part.reports.push(...each.reports)
      parts.splice(parts.indexOf(each), 1)
    }
    parts.push(part)
  }
  return parts.map((part) => part.reports)
}
