// `tool(name: …)` matches the product, the family or the name that the source wrote.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillFromDictionary, type Signal } from '../meaning/signals/index.ts'
import { evaluate, matches, parseSignalQuery, printQuery } from './index.ts'

function signals(...tools: readonly string[]): Signal[] {
  return tools.map((tool, i) => ({
    id: String(i),
    type: 'tool',
    label: `Adopted ${tool}`,
    confidence: 0.9,
    status: 'active',
    occurredAt: 1000 + i,
    firstSeenAt: 1000 + i,
    lastSeenAt: 1000 + i,
    source: { name: 'Scanner' },
    fields: { ...fillFromDictionary('tool', { tool }), change: 'adopted' },
  }))
}

function found(query: string, ...tools: readonly string[]): string[] {
  return tools.filter((tool) => matches(parseSignalQuery(query), signals(tool), 5000))
}

const HUBSPOT = ['HubSpot', 'Hub Spot', 'HubSpot CRM', 'HubSpot Marketing Hub', 'HubSpot Service Hub Enterprise']
const SALESFORCE = ['Salesforce', 'SFDC', 'Sales Cloud', 'Salesforce Service Cloud', 'Agentforce', 'Pardot']
const SALESFORCE_VENDOR = ['Slack', 'Tableau', 'Heroku']
const OTHERS = ['Northwind Suite', 'Zendesk']
const ALL = [...HUBSPOT, ...SALESFORCE, ...SALESFORCE_VENDOR, ...OTHERS]

test('"HubSpot CRM" is HubSpot: name: hubspot covers every HubSpot product', () => {
  for (const name of ['hubspot', 'HubSpot', '"Hub Spot"', 'hub-spot']) {
    assert.deepEqual(found(`tool(name: ${name})`, ...ALL), HUBSPOT, name)
  }
})

test('name: salesforce covers Sales Cloud, Service Cloud, Agentforce, Pardot; Slack, Tableau and Heroku share only the vendor', () => {
  for (const name of ['salesforce', 'SFDC', 'salesforce.com']) {
    assert.deepEqual(found(`tool(name: ${name})`, ...ALL), SALESFORCE, name)
  }
  assert.deepEqual(found('tool(vendor: salesforce)', ...ALL), [...SALESFORCE, ...SALESFORCE_VENDOR])
  assert.deepEqual(found('tool(name: slack)', ...ALL), ['Slack'])
})

test('a report at family level meets no product clause, and counts in the categories of the main products', () => {
  assert.deepEqual(found('tool(name: "HubSpot CRM")', ...HUBSPOT), ['HubSpot CRM'])
  assert.deepEqual(found('tool(product: hubspot_crm)', ...HUBSPOT), ['HubSpot CRM'])
  const written = ['HubSpot', 'Salesforce', 'HubSpot CRM', 'Pipedrive', 'HubSpot Forms']
  assert.deepEqual(found('tool(category: crm)', ...written), ['HubSpot', 'Salesforce', 'HubSpot CRM', 'Pipedrive'])
  assert.deepEqual(found('tool(category: marketing_automation)', ...written), ['HubSpot'])
  assert.deepEqual(found('tool(category !: crm)', ...written), ['HubSpot Forms'])
  assert.deepEqual(found('tool(family: hubspot)', ...ALL), HUBSPOT)
})

test('any name of a product finds it, however the source wrote it', () => {
  const written = ['Kubernetes', 'k8s', 'K8S']
  for (const name of ['kubernetes', 'K8s', 'kube']) assert.deepEqual(found(`tool(name: ${name})`, ...written), written)
})

test('name !: excludes the same tools, and passes all others', () => {
  const rest = [...SALESFORCE_VENDOR, ...OTHERS]
  assert.deepEqual(found('tool(name !: hubspot|salesforce)', ...ALL), rest)
})

test('an unknown tool is found by its own name', () => {
  assert.deepEqual(found('tool(name: "northwind suite")', ...ALL), ['Northwind Suite'])
})

test('words also find the product and the family', () => {
  assert.deepEqual(found('tool:salesforce', 'Pardot', 'Sales Cloud', 'Zendesk'), ['Pardot', 'Sales Cloud'])
  assert.deepEqual(found('tool(name ~ salesforce)', 'Pardot', 'Salesforce CRM'), ['Salesforce CRM'])
})

test('count counts the products of a family', () => {
  const query = parseSignalQuery('tool(name: hubspot, count >= 2)')
  assert.equal(matches(query, signals('HubSpot CRM'), 5000), false)
  assert.equal(matches(query, signals('HubSpot CRM', 'HubSpot Marketing Hub'), 5000), true)
  assert.equal(evaluate(query, signals('HubSpot CRM', 'Slack'), 5000).clauses[0]?.signals.length, 1)
})

test('a printed query has the resolved names, and means the same', () => {
  const printed: [string, string][] = [
    ['tool(name: HubSpot)', 'tool(name: hubspot)'],
    ['tool(name: "HubSpot CRM")', 'tool(name: hubspot crm)'],
    ['tool(name: SFDC)', 'tool(name: salesforce|sfdc)'],
    ['tool(name: k8s|kubernetes)', 'tool(name: kubernetes|k8s)'],
    ['tool(name !: Northwind)', 'tool(name !: northwind)'],
  ]
  for (const [text, canonical] of printed) {
    assert.equal(printQuery(parseSignalQuery(text)), canonical)
    assert.deepEqual(parseSignalQuery(canonical), parseSignalQuery(text))
  }
})
