import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startBoardServer } from '../../../../test/harness/board-server.ts'
import { visitContext } from '../../../../test/harness/collecting.ts'
import { personio, readPersonio } from './personio.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/personio.xml', import.meta.url), 'utf8')
const HOST = 'acme.jobs.personio.com'
const NOW = Date.UTC(2026, 8, 1) / 1_000

test('a recorded answer: a position that is repeated is one job', () => {
  const { jobs, name, entries } = readPersonio(sample, HOST)
  assert.deepEqual([name, entries], ['Acme SE & Co. KG', 2])
  assert.deepEqual(jobs, [
    {
      id: '1834171',
      title: 'Staff Software Engineer, Data Platform',
      department: 'Product and Tech',
      places: [{ location: 'Munich' }, { location: 'Berlin' }],
      workplace: undefined,
      employment: 'full_time',
      postedAt: Date.UTC(2024, 10, 13, 14, 10, 41) / 1_000,
      url: 'https://acme.jobs.personio.com/job/1834171',
      description: '',
    },
  ])
})

function position(fields: string): string {
  return `<workzag-jobs><position><id>1</id><name>Engineer</name>${fields}</position></workzag-jobs>`
}

test('a time zone without a colon is read', () => {
  const [job] = readPersonio(position('<createdAt>2025-06-01T12:00:00+0200</createdAt>'), HOST).jobs
  assert.equal(job?.postedAt, Date.UTC(2025, 5, 1, 10) / 1_000)
})

test('the employment follows from the schedule, unless the kind of contract is more specific', () => {
  const employment = (type: string, schedule: string) =>
    readPersonio(position(`<employmentType>${type}</employmentType><schedule>${schedule}</schedule>`), HOST).jobs[0]
      ?.employment
  assert.equal(employment('permanent', 'part-time'), 'part_time')
  assert.equal(employment('intern', 'full-time'), 'internship')
  assert.equal(employment('working_student', 'part-time'), 'part_time')
  assert.equal(employment('freelance', 'full-time'), 'contract')
  assert.equal(employment('temporary', 'full-time'), 'temporary')
})

test('half a document, another document and markup for people are failures', () => {
  for (const text of [sample.slice(0, sample.length / 2), '<rss></rss>', '<!doctype html><html><body>Hi', '']) {
    assert.throws(() => readPersonio(text, HOST), { reason: 'invalid_response' }, text.slice(0, 30))
  }
})

test('texts that a board has only in German are read too, and requested only if one is missing in English', async () => {
  const server = await startBoardServer(() => NOW)
  const texts: Record<string, Record<string, string>> = { de: { 1: 'Du pflegst Jira.', 2: 'Du pflegst HubSpot CRM.' } }
  const positionIn = (language: string) => (id: string) => {
    const text = texts[language]?.[id]
    const parts = text && `<jobDescription><name>Aufgaben</name><value><![CDATA[${text}]]></value></jobDescription>`
    return `<position><id>${id}</id><name>Job ${id}</name><jobDescriptions>${parts ?? ''}</jobDescriptions></position>`
  }
  server.page(`https://${HOST}/xml`, (_, url) => {
    const positions = ['1', '2'].map(positionIn(url.searchParams.get('language') ?? ''))
    return { type: 'text/xml', text: `<workzag-jobs>${positions.join('')}</workzag-jobs>` }
  })
  const evidence = async () => {
    const { signals } = await personio.visit(HOST, visitContext(server, { now: NOW }))
    return signals.flatMap(({ fields }) => fields.evidence ?? [])
  }
  assert.deepEqual(await evidence(), ['Du pflegst HubSpot CRM.', 'Du pflegst Jira.'])
  texts.en = { 1: 'You run Jira.' }
  assert.deepEqual(await evidence(), ['Du pflegst HubSpot CRM.', 'You run Jira.'])
  assert.equal(server.asked(HOST).length, 4)
  texts.en[2] = 'You run HubSpot CRM.'
  assert.deepEqual(await evidence(), ['You run HubSpot CRM.', 'You run Jira.'])
  assert.equal(server.asked(HOST).length, 5)
})
