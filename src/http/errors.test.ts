import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, ERROR_KINDS } from '../platform/app-error.ts'
import { toHttpError } from './errors.ts'

const REPLIES: Record<(typeof ERROR_KINDS)[number], [status: number, code: string]> = {
  invalid: [422, 'validation_failed'],
  not_found: [404, 'own_code'],
  conflict: [409, 'own_code'],
  forbidden: [403, 'own_code'],
  throttled: [429, 'own_code'],
  unavailable: [503, 'service_unavailable'],
}

test('every kind of error has its status, and keeps its own code and message', () => {
  for (const kind of ERROR_KINDS) {
    const { status, code, message } = toHttpError(new AppError(kind, 'What to do.', { code: 'own_code' }))
    assert.deepEqual([status, code, message], [...REPLIES[kind], 'What to do.'])
  }
})

test('an invalid value names its field, or the body', () => {
  const detailsOf = (error: AppError) => toHttpError(error).fields.details
  assert.deepEqual(detailsOf(new AppError('invalid', 'Wrong.', { field: 'url' })), [
    { field: 'url', message: 'Wrong.' },
  ])
  assert.deepEqual(detailsOf(new AppError('invalid', 'Wrong.')), [{ field: 'body', message: 'Wrong.' }])
})

test('throttled and unavailable include when to try again', () => {
  const throttled = toHttpError(new AppError('throttled', 'Wait.', { retryAfterSeconds: 60 }))
  assert.deepEqual([throttled.headers, throttled.fields], [{ 'retry-after': '60' }, { retryAfterSeconds: 60 }])
  assert.deepEqual(toHttpError(new AppError('unavailable', 'Wait.', { retryAfterSeconds: 5 })).headers, {
    'retry-after': '5',
  })
  assert.deepEqual(toHttpError(new AppError('unavailable', 'Wait.')).headers, { 'retry-after': '2' })
})

test('an unexpected error is a 500 without details', () => {
  const { status, code, message } = toHttpError(new Error('secret detail'))
  assert.deepEqual([status, code], [500, 'internal_error'])
  assert.doesNotMatch(message, /secret/)
})
