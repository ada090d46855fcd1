import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { tablesIn } from '../../../test/harness/markdown-tables.ts'
import { cleanTitle } from './clean-title.ts'
import { withoutEmployer } from './employer-name.ts'

type Case = readonly [posted: string, title: string, location?: string, country?: string]

function check(cases: readonly Case[]): void {
  for (const [posted, title, location = '', country = ''] of cases) {
    const clean = cleanTitle(posted, { location, country })
    assert.equal(clean, title, `${posted} in ${location}`)
    assert.equal(cleanTitle(clean, { location, country }), clean, 'cleaning twice changes nothing more')
  }
}

test('requisition codes aren’t part of a title, in brackets, after a dash or with their word', () => {
  check([
    ['AI SDR [REQ-8812]', 'AI SDR'],
    ['Account Executive - JR10293', 'Account Executive'],
    ['Account Executive (R0012345)', 'Account Executive'],
    ['Account Executive (Ref. 2026-0815)', 'Account Executive'],
    ['Account Executive - Job ID: 12345', 'Account Executive'],
    ['Account Executive #4711', 'Account Executive'],
    ['QA Engineer – ID 99213', 'QA Engineer'],
    ['QA Engineer (ID: 4711)', 'QA Engineer'],
    ['Engineer, ID 2026 Systems', 'Engineer, ID 2026 Systems'],
    ['Account Executive JR-10293', 'Account Executive'],
    ['Account Executive [REQ-1]', 'Account Executive'],
    ['12345 - Cook', 'Cook'],
    ['Koch (Kennziffer 4711-B)', 'Koch'],
    ['Cuisinier - Réf. 2026-118', 'Cuisinier'],
    ['Cuisinier - Référence n° AB4711', 'Cuisinier'],
    ['Cuisinier - Offre n° 4711', 'Cuisinier'],
    ['Kok - Vacaturenummer 4711', 'Kok'],
    ['Kok - Vacature 4711', 'Kok'],
    ['Kok (referentienummer: 2026-11)', 'Kok'],
    ['Cuoco - Rif. 118/26', 'Cuoco'],
    ['Cuoco - Codice annuncio 4711', 'Cuoco'],
    ['Cozinheiro - Referência 4711', 'Cozinheiro'],
    ['Cozinheiro - Vaga 4711', 'Cozinheiro'],
    ['Kucharz - Numer referencyjny: 4711/26', 'Kucharz'],
    ['Kucharz (nr ref. KU/26/11)', 'Kucharz'],
    ['Kucharz - nr oferty 4711', 'Kucharz'],
  ])
})

test('norms, products, years and levels aren’t codes', () => {
  for (const title of [
    'Auditor (ISO 27001)',
    'Auditor - ISO27001',
    'Graduate Program - 2027',
    'Trainee 2026/2027',
    'Consultant - M365',
    'Engineer (I)',
    'Support Agent 24/7',
    'C++ Developer (C#)',
    'Nurse (80-100%)',
    'Engineer, S/4HANA',
    'Jr. 3D Artist',
    'Oferta 2 por 1 Manager',
    'Chef de poste 3x8',
  ]) {
    assert.equal(cleanTitle(title), title)
  }
})

test("the job's own place isn't part of its title, another place is", () => {
  check([
    ['AI SDR - Berlin', 'AI SDR', 'Berlin, Germany'],
    ['AI SDR - Berlin', 'AI SDR - Berlin', 'Munich'],
    ['AI SDR - Berlin', 'AI SDR - Berlin'],
    ['Berlin | AI SDR', 'AI SDR', 'Berlin'],
    ['AI SDR (München)', 'AI SDR', 'Munich'],
    ['AI SDR, Berlin, Germany', 'AI SDR', 'Berlin', 'DE'],
    ['Account Executive - Austin, TX', 'Account Executive', 'Austin, TX'],
    ['Account Executive, UK', 'Account Executive', 'London', 'GB'],
    ['Account Executive - DACH', 'Account Executive - DACH', 'Berlin', 'DE'],
    ['Manager, IT', 'Manager, IT', 'Milano, IT', 'IT'],
    ['Country Manager Germany', 'Country Manager Germany', 'Germany', 'DE'],
    ['Berlin', 'Berlin', 'Berlin'],
  ])
})

test("the job's own city is removed next to a gender marker, even without a separator; a country stays", () => {
  check([
    ['Koch Ulm (m/w/d)', 'Koch', 'Ulm, Germany'],
    ['Koch (m/w/d) Ulm', 'Koch', 'Ulm, Germany'],
    ['Koch (m/w/d) in Ulm', 'Koch', 'Ulm'],
    ['Koch in Frankfurt am Main m/w/d', 'Koch', 'Frankfurt am Main'],
    ['Kok Utrecht (m/v/x)', 'Kok', 'Utrecht'],
    ['Kok (m/v) Den Haag', 'Kok', 'Den Haag'],
    ['Koch (m/w/d) Ulm', 'Koch Ulm', 'Berlin'],
    ['Koch (m/w/d) Kantine', 'Koch Kantine', 'Ulm'],
    ['Country Manager Germany (m/w/d)', 'Country Manager Germany', 'Berlin, Germany', 'DE'],
  ])
})

test('the workplace isn’t part of a title', () => {
  check([
    ['AI SDR | Remote', 'AI SDR'],
    ['Remote - AI SDR', 'AI SDR'],
    ['AI SDR (100% remote)', 'AI SDR'],
    ['AI SDR - Hybrid, Berlin', 'AI SDR', 'Berlin'],
    ['AI SDR, Berlin or Remote', 'AI SDR', 'Berlin'],
    ['AI SDR - Remote, Germany', 'AI SDR', 'Remote', 'DE'],
    ['Remote Sensing Engineer, Hybrid Cloud', 'Remote Sensing Engineer, Hybrid Cloud'],
  ])
})

test('gender markers aren’t part of a title', () => {
  check([
    ['Koch (m/w/d)', 'Koch'],
    ['Koch m/w/d', 'Koch'],
    ['Koch (gn)', 'Koch'],
    ['Koch (für alle Geschlechter)', 'Koch'],
    ['Cuisinier H/F', 'Cuisinier'],
    ['Kucharz (k/m)', 'Kucharz'],
    ['Kok (m/v/x)', 'Kok'],
    ['Cook (all genders)', 'Cook'],
    ['Koch (Teilzeit, m/w/d)', 'Koch (Teilzeit)'],
    ['R&D/M Engineer', 'R&D/M Engineer'],
  ])
})

test("the employer's name isn't part of a title, and its words are unless they are the name", () => {
  const cases: [title: string, name: string, domain: string, clean: string][] = [
    ['Office Manager, Lumen AI', 'Lumen AI', 'lumen.example', 'Office Manager'],
    ['Office Manager, Lumen AI', 'Lumen', 'lumen.ai', 'Office Manager'],
    ['Office Manager (Lumen AI GmbH)', 'Lumen AI', 'lumen.example', 'Office Manager'],
    ['Office Manager @ Lumen AI', 'Lumen AI', 'lumen.example', 'Office Manager'],
    ['Lumen AI Office Manager', 'Lumen AI GmbH', 'lumen.example', 'Office Manager'],
    ['Account Executive at Acme', 'Acme Inc.', 'acme.example', 'Account Executive'],
    ['Acme: Cook', 'Acme', 'acme.example', 'Cook'],
    ['Head of Scale', 'Scale', 'scale.example', 'Head of Scale'],
    ['Senior AI SDR', 'AI SDR', 'ai-sdr.example', 'Senior AI SDR'],
    ['AI Engineer', 'AI Engineer', 'aie.example', 'AI Engineer'],
    ['Office Manager, Contoso AI', 'Lumen AI', 'lumen.example', 'Office Manager, Contoso AI'],
  ]
  for (const [title, name, domain, clean] of cases) {
    assert.equal(withoutEmployer(title, { names: [name], domains: [domain] }), clean, `${title} of ${name}`)
  }
})

test('the examples of titles are read as the page says', () => {
  const page = readFileSync(new URL('../../../docs/meaning.md', import.meta.url), 'utf8')
  const [rows = []] = tablesIn(page, 'posted', 'of', 'in', '`jobTitle`')
  assert.ok(rows.length >= 8)
  for (const [posted = '', employer = '', location = '', title] of rows) {
    const clean = cleanTitle(posted, { location })
    assert.equal(withoutEmployer(clean, { names: [employer], domains: [] }), title, posted)
  }
})
