import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { recordingLog } from '../../test/harness/log.ts'
import { TaskRunner } from './task-runner.ts'

const HOUR = 3_600_000

test('the metrics show when each periodic task ran, how long, and how it ended; the log names the one that failed', async () => {
  const { log, lines } = recordingLog()
  const registry = new Registry()
  const tasks = new TaskRunner(log, registry)
  tasks.every(HOUR, 'good', async () => 3)
  tasks.every(HOUR, 'bad', async () => {
    throw new Error('no room')
  })
  await tasks.stop()
  const metrics = await registry.metrics()
  assert.match(metrics, /^pro_signal_task_runs_total\{task="good",result="ok"\} 1$/m)
  assert.match(metrics, /^pro_signal_task_runs_total\{task="bad",result="failed"\} 1$/m)
  assert.match(metrics, /^pro_signal_task_last_failed\{task="good"\} 0$/m)
  assert.match(metrics, /^pro_signal_task_last_failed\{task="bad"\} 1$/m)
  assert.match(metrics, /^pro_signal_task_last_items\{task="good"\} 3$/m)
  assert.match(metrics, /^pro_signal_task_last_run_timestamp_seconds\{task="bad"\} \d{10}/m)
  assert.match(metrics, /^pro_signal_task_last_duration_seconds\{task="good"\} [\d.e-]+$/m)
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['the periodic task "bad" failed: no room'],
  )
})

test('runs of a task that takes longer than its interval are skipped and do not queue up', async () => {
  const tasks = new TaskRunner(recordingLog().log, new Registry())
  const gate = Promise.withResolvers<undefined>()
  const ticks = Promise.withResolvers<undefined>()
  let slowRuns = 0
  let fastRuns = 0
  tasks.every(1, 'slow', async () => {
    slowRuns++
    return gate.promise
  })
  tasks.every(1, 'fast', async () => {
    fastRuns++
    if (fastRuns === 20) ticks.resolve(undefined)
    return undefined
  })
  await ticks.promise
  assert.equal(slowRuns, 1)
  const stopped = tasks.stop()
  gate.resolve(undefined)
  await stopped
  assert.equal(slowRuns, 1)
})
