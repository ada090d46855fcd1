import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('what a vendor of several products is for says which one it is', () => {
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
