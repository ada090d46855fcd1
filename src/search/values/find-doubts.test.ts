import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTool } from '../../meaning/tools/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import { parseSignalQuery } from '../../query/index.ts'
import { findDoubts } from './find-doubts.ts'
import { ValuesView } from './values-view.ts'

const TOOLS = ['HubSpot', 'Kubernetes', 'Google Cloud', 'Sales Cloud', 'Microsoft Excel']
const occurring = (values: readonly (string | undefined)[]) => ({
  values: values.flatMap((value): [string, number][] => (value === undefined ? [] : [[value, 1]])),
  isComplete: true,
})
const NONE = Object.fromEntries(SIGNAL_TYPES.map((type) => [type, 0])) as Record<SignalType, number>
const view = new ValuesView({
  position: 1,
  types: { ...NONE, tool: TOOLS.length },
  lists: {
    'tool.tool': occurring(TOOLS),
    'tool.product': occurring(TOOLS.map((tool) => readTool(tool).product)),
    'tool.family': occurring(TOOLS.map((tool) => readTool(tool).family)),
    'tool.vendor': occurring(TOOLS.map((tool) => readTool(tool).vendor)),
  },
})
const doubtsOf = (query: string) => findDoubts({ facts: {} }, parseSignalQuery(query), view)

test('a tool is in doubt only if none of its names occurs', () => {
  for (const name of ['Hub Spot', 'k8s', 'kubernetes', 'GCP', '"Google Cloud"', 'SFDC', 'k8s|GCP|hubspot']) {
    assert.deepEqual(doubtsOf(`tool(name: ${name})`), [], name)
  }
  const [doubt, ...others] = doubtsOf('tool(name: k8s|postgres|gcp)')
  assert.deepEqual([doubt?.value, doubt?.keys, others], ['postgres', ['postgresql', 'postgres'], []])
})

test('a vendor is not the name of a tool: the doubt explains how to query it, and it is never suggested', () => {
  const [doubt] = doubtsOf('tool(name: Google)')
  assert.equal(
    doubt?.message,
    'No tool signal has the name "google". It is the name of a vendor: vendor: Google finds its tools.',
  )
  const [teams] = doubtsOf('tool(name: "MS Teams")')
  assert.ok(teams && !view.suggestions(teams.lists, teams.keys[0] ?? '').includes('Microsoft'))
})

test('names that differ only in spelling are suggested once', () => {
  const [doubt] = doubtsOf('tool(name: hubspto)')
  assert.equal(view.suggestions(doubt?.lists ?? [], 'hubspto').length, 1)
})
