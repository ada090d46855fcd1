import assert from 'node:assert/strict'
import { PassThrough, Writable } from 'node:stream'
import { test } from 'node:test'
import { readSecret } from './read-secret.ts'

function typed(text: string, isTTY: boolean) {
  const stdin = Object.assign(new PassThrough(), { isTTY })
  const stderr = new PassThrough()
  stdin.end(text)
  const password = readSecret('--owner-password', 'password', { stdin, stderr })
  return { password, shown: () => String(stderr.read() ?? '') }
}

test('on a terminal, a password is asked for and not shown', async () => {
  const { password, shown } = typed('correct hoq\u007frse\r', true)
  assert.equal(await password, 'correct horse')
  assert.equal(shown(), 'Type the password for --owner-password and press Enter. It is not shown: \n')
})

test('the terminal hides input before the prompt, and until the line ends', async () => {
  const events: string[] = []
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => events.push(isRaw ? 'hidden' : 'shown'),
  })
  const stderr = new Writable({
    write(text, _encoding, done) {
      events.push(String(text).trim() === '' ? 'new line' : 'asked')
      done()
    },
  })
  stdin.end('correct horse\r')
  await readSecret('--owner-password', 'password', { stdin, stderr })
  assert.deepEqual(events, ['hidden', 'asked', 'shown', 'new line'])
})

test('from a pipe, a password is one line, and nothing is asked', async () => {
  const { password, shown } = typed('correct horse\nsecond line\n', false)
  assert.equal(await password, 'correct horse')
  assert.equal(shown(), '')
})

test('Ctrl-C and an empty input give no password', async () => {
  for (const [text, isTTY] of [
    ['corr\u0003', true],
    ['\u0004', true],
    ['', false],
  ] as const) {
    await assert.rejects(typed(text, isTTY).password, /--owner-password - found no password/)
  }
})
