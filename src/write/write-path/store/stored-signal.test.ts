import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillFromDictionary } from '../../../meaning/signals/index.ts'
import type { FieldValue } from '../../../meaning/types/index.ts'
import { hasSameContent, type Report } from './stored-signal.ts'

type Fields = Record<string, FieldValue>

const content = {
  type: 'hiring',
  label: 'A job',
  confidence: 0.9,
  status: 'active',
  occurredAt: 1_777_852_800,
} as const

/** Whether a line with these fields changes what is stored. */
function isChange(stored: Fields, stated: Fields): boolean {
  const report = { ...content, companyOrdinal: 1, source: { name: 'Job Board' }, fields: stored } as unknown as Report
  return !hasSameContent(report, 1, { ...content, fields: fillFromDictionary('hiring', stated) })
}

test('what the source states otherwise than before is a change', () => {
  const chef = { jobTitle: 'Head Chef' }
  assert.equal(isChange({ ...chef, seniority: 'director' }, { ...chef, seniority: 'manager' }), true)
  assert.equal(isChange({ ...chef, seniority: 'manager' }, chef), true)
  assert.equal(isChange({ jobTitle: 'AI SDR', function: 'sales', ai: true }, { jobTitle: 'AI SDR', ai: false }), true)
  assert.equal(isChange(chef, { jobTitle: 'Sous Chef' }), true)
})
