import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMON_FIELDS, fieldNamed, fieldsOf } from './fields.ts'
import { CLAUSE_TYPES } from './tree.ts'

test('no two conditions of a type have the same name', () => {
  for (const type of CLAUSE_TYPES) {
    for (const field of fieldsOf(type)) {
      assert.equal(fieldNamed(type, field.name), field)
      assert.equal(fieldNamed(type, field.queryName), field)
    }
  }
})

test('any takes only the common conditions', () => {
  assert.deepEqual(fieldsOf('any'), COMMON_FIELDS)
})

test('a field name matches in any case and spelling, but not with a leading minus', () => {
  for (const name of ['jobTitle', 'JOBTITLE', 'job_title', 'job-title', 'title']) {
    assert.equal(fieldNamed('hiring', name)?.name, 'jobTitle')
  }
  assert.equal(fieldNamed('hiring', '-title'), undefined)
})
