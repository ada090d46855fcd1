import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastCpuMs } from '../../../../test/harness/cpu-time.ts'
import { furtherPages, jobLinks } from './job-links.ts'

const LIST = 'https://acme.example/jobs'

test('further pages of a list are below it, whatever slashes end it', () => {
  const links = ['/jobs?page=2', '/jobs/?page=3', '/jobs//page/4/', '/about?page=2'].map((path) => new URL(path, LIST))
  assert.deepEqual(
    furtherPages(links, LIST).map(({ pathname, search }) => pathname + search),
    ['/jobs?page=2', '/jobs/?page=3'],
  )
})

test('3,000 links full of slashes are distinguished within a quarter of a second', () => {
  const links = Array.from({ length: 3_000 }, (_, nth) => new URL(`${LIST}${'/'.repeat(2_000)}x${nth}`))
  const read = () => [furtherPages(links, LIST), jobLinks(links, LIST)]
  assert.ok(leastCpuMs(read, 250) < 250)
})
