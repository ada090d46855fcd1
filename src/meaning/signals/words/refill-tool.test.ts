import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refillTool } from './refill-tool.ts'

const CHANGE = { change: 'adopted' }

test('what the source stated is kept', () => {
  const stored = { tool: 'HubSpot', category: 'marketing_automation', vendor: 'Reseller', ai: true, ...CHANGE }
  assert.deepEqual(refillTool(stored), { ...stored, family: 'hubspot' })
})

test('a newly known tool gets its fields, and an unknown one stays unchanged', () => {
  assert.deepEqual(refillTool({ tool: 'Gladly', ...CHANGE }), {
    tool: 'Gladly',
    product: 'gladly',
    family: 'gladly',
    vendor: 'Gladly',
    category: 'customer_support',
    ai: false,
    ...CHANGE,
  })
  assert.deepEqual(refillTool({ tool: 'Northwind Suite', ...CHANGE }), { tool: 'Northwind Suite', ...CHANGE })
})

test('refilling twice changes nothing more', () => {
  for (const tool of ['HubSpot', 'GitHub Copilot', 'Chargebee', 'Northwind AI Writer', 'Asana AI Studio']) {
    const once = refillTool({ tool, ...CHANGE })
    assert.deepEqual(refillTool(once), once)
  }
})
