import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subprocessorPages } from '../../../../eval/subprocessor-pages.ts'
import { readSubprocessors } from './read-subprocessors.ts'

const ACME = { name: 'Acme', domain: 'acme.example', aliases: [] }
const read = (body: string, title = 'Subprocessors | Acme') =>
  readSubprocessors(`<title>${title}</title><body>${body}</body>`, ACME)
const toolsOf = (body: string, title?: string) =>
  read(body, title)
    .entries.filter(({ removedOn }) => removedOn === undefined)
    .map(({ tool, name }) => tool ?? `(${name})`)

const LEGAL_NAMES: readonly (readonly [text: string, tool: string])[] = [
  ['Salesforce.com, Inc.', 'salesforce'],
  ['Functional Software, Inc. d/b/a Sentry', 'sentry'],
  ['Sentry (Functional Software, Inc.)', 'sentry'],
  ['Twilio Inc. (SendGrid)', 'sendgrid'],
  ['Segment (Twilio Inc.)', 'segment'],
  ['Twilio Ireland Limited', 'twilio'],
  ['OpenAI, LLC', 'openai_api'],
  ['OpenAI Ireland Ltd', 'openai_api'],
  ['Anthropic PBC', 'anthropic_api'],
  ['Google LLC (Google Cloud Platform)', 'google_cloud'],
  ['Google Cloud EMEA Limited', 'google_cloud'],
  ['Google LLC', 'google'],
  ['Amazon Web Services EMEA SARL', 'aws'],
  ['Amazon Web Services, Inc. (AWS)*', 'aws'],
  ['Microsoft Ireland Operations Ltd. (Azure)', 'azure'],
  ['The Rocket Science Group LLC d/b/a Mailchimp', 'mailchimp'],
  ['Mailgun Technologies, Inc., a Sinch company', 'mailgun'],
  ['Stripe Payments Europe, Limited', 'stripe'],
  ['HubSpot Ireland Limited', 'hubspot'],
  ['Zoom Video Communications, Inc.', 'zoom'],
  ['Slack Technologies, LLC [1]', 'slack'],
  ['Heroku (Salesforce)', 'heroku'],
  ['Okta, Inc. (Auth0)', 'auth0'],
  ['Intercom R&D Unlimited Company', 'intercom'],
  ['Datadog, Inc. and its affiliates', 'datadog'],
]
for (const [text, tool] of LEGAL_NAMES) {
  test(`"${text}" in a contract is ${tool}`, () => {
    const table = `<table><tr><th>Name</th><th>Country</th></tr><tr><td>${text}</td><td>USA</td></tr></table>`
    assert.deepEqual(toolsOf(table), [tool])
  })
}

test('the purpose of a vendor of several products decides the product', () => {
  const rows = [
    ['Google LLC', 'Hosting'],
    ['Google LLC', 'Business email and calendar'],
    ['Microsoft Corporation', 'Azure OpenAI for text generation'],
    ['Atlassian Pty Ltd', 'Jira and Confluence'],
  ]
  const body = rows.map(([name, purpose]) => `<tr><td>${name}</td><td>${purpose}</td></tr>`).join('')
  assert.deepEqual(toolsOf(`<table><tr><th>Vendor</th><th>Purpose</th></tr>${body}</table>`), [
    'google_cloud',
    'google_workspace',
    'azure_openai',
    'jira',
    'confluence',
  ])
})

for (const { about, wanted, found, isList } of subprocessorPages()) {
  test(`a page of subprocessors is read: ${about}`, () => {
    assert.deepEqual([...found].sort(), [...wanted].sort())
    assert.equal(isList, wanted.size > 0)
  })
}

test('a vendor keeps its purpose, its row as evidence, and whether it is AI or optional', () => {
  const { entries, date } = read(`<h1>Subprocessors</h1><p>Last updated: 3. Mai 2026</p><table>
    <tr><th>Name</th><th>Purpose</th><th>Country</th></tr>
    <tr><td>OpenAI, LLC</td><td>AI assistant, only if you enable it</td><td>USA</td></tr>
    <tr><td>Northwind GmbH</td><td>Language models</td><td>Germany</td></tr></table>`)
  assert.equal(date, '2026-05-03')
  assert.deepEqual(entries, [
    {
      name: 'OpenAI',
      tool: 'openai_api',
      ai: true,
      purpose: 'AI assistant, only if you enable it',
      optional: true,
      evidence: 'OpenAI, LLC – AI assistant, only if you enable it – USA',
    },
    {
      name: 'Northwind',
      ai: true,
      purpose: 'Language models',
      evidence: 'Northwind GmbH – Language models – Germany',
    },
  ])
})

test('the newest change of a vendor counts, and the list takes precedence', () => {
  const changes = (...rows: string[]) => `<h2>Change log</h2><ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`
  const list = '<h1>Subprocessors</h1><ul><li>AWS</li><li>Stripe</li></ul>'
  const shown = read(
    list + changes('1 March 2026: removed Intercom.', '1 March 2025: added Intercom.', '1 May 2026: removed Stripe.'),
  ).entries.map(({ tool, addedOn, removedOn }) => [tool, addedOn, removedOn])
  assert.deepEqual(shown, [
    ['aws', undefined, undefined],
    ['stripe', undefined, undefined],
    ['intercom', undefined, '2026-03-01'],
  ])
})

const DATES: readonly (readonly [text: string, date: string | undefined])[] = [
  ['Last updated: May 3, 2026', '2026-05-03'],
  ['Updated 3rd of May 2026', '2026-05-03'],
  ['Version of 2026-05-03', '2026-05-03'],
  ['Stand: 03.05.2026', '2026-05-03'],
  ['Dernière mise à jour : 3 mai 2026', '2026-05-03'],
  ['Última actualización: 3 de mayo de 2026', '2026-05-03'],
  ['Ultimo aggiornamento: 3 maggio 2026', '2026-05-03'],
  ['Laatst bijgewerkt: 3 mei 2026', '2026-05-03'],
  ['Senast uppdaterad: 3 maj 2026', '2026-05-03'],
  ['Last updated: 03/05/2026', undefined],
  ['Last updated: 05/23/2026', '2026-05-23'],
  ['Founded on 3 May 2026', undefined],
  ['Last updated: 31 February 2026', undefined],
]
for (const [text, date] of DATES) {
  test(`"${text}" dates the page ${date ?? 'not at all'}`, () => {
    assert.equal(read(`<h1>Subprocessors</h1><p>${text}</p><ul><li>AWS</li></ul>`).date, date)
  })
}
