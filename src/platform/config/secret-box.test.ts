import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from '../../../test/harness/fast-check.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { AppError } from '../app-error.ts'
import { BASE62 } from '../ids.ts'
import { describeConfig, loadConfig } from './config.ts'
import { SecretBox } from './secret-box.ts'
import { makeSecretKey, parseSecretKeys, readSecretKeys } from './secret-keys.ts'

const keysOf = (text: string) => parseSecretKeys(text) ?? []
const encoded = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const FIRST = `first:${encoded(1)}`
const SECOND = `second:${encoded(2)}`
const box = new SecretBox(keysOf(FIRST))

test('a sealed text opens in its own context only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (plain, context, other) => {
      const sealed = box.seal(plain, context)
      assert.equal(box.open(sealed, context), plain)
      if (other !== context) assert.throws(() => box.open(sealed, other), AppError)
      assert.notEqual(box.seal(plain, context), sealed, 'a new nonce each time')
    }),
  )
})

const BASE64URL = `${BASE62}-_`

test('a sealed text that was changed anywhere does not open', () => {
  const sealed = box.seal('whk_secret', 'webhook 1')
  assert.doesNotMatch(sealed, /whk_secret/)
  for (let at = 0; at < sealed.length; at++) {
    for (const character of ['', '.', '=', ' ', ...BASE64URL]) {
      const changed = sealed.slice(0, at) + character + sealed.slice(at + 1)
      if (changed === sealed) continue
      assert.throws(
        () => box.open(changed, 'webhook 1'),
        (error) => error instanceof AppError && !error.message.includes('whk_secret'),
        changed,
      )
    }
  }
})

test('key rotation: the first key seals, and all keys open', () => {
  const old = box.seal('whk_secret', 'webhook 1')
  const both = new SecretBox(keysOf(`${SECOND}, ${FIRST}`))
  assert.equal(both.open(old, 'webhook 1'), 'whk_secret')
  const renewed = both.seal(both.open(old, 'webhook 1'), 'webhook 1')
  const onlyNew = new SecretBox(keysOf(SECOND))
  assert.equal(onlyNew.open(renewed, 'webhook 1'), 'whk_secret')
  assert.throws(() => onlyNew.open(old, 'webhook 1'), /encrypted with the key "first".*add it to SECRET_KEYS/)
})

test('two keys with the same id do not open each other’s texts', () => {
  const impostor = new SecretBox(keysOf(`first:${encoded(9)}`))
  assert.throws(() => impostor.open(box.seal('a', 'b'), 'b'), /can't be decrypted with the key "first"/)
})

test('only lists of named 32-byte keys are accepted', () => {
  assert.equal(keysOf(`${FIRST},${SECOND}`).length, 2)
  assert.equal(keysOf(makeSecretKey()).length, 1)
  const short = randomBytes(31).toString('base64')
  const long = randomBytes(33).toString('base64')
  const wrong = ['', ',', FIRST.slice(6), `:${encoded(1)}`, `first:${short}`, `first:${long}`, `${FIRST},${FIRST}`]
  const seventeen = Array.from({ length: 17 }, (_, i) => `k${i}:${encoded(i)}`).join()
  for (const text of [
    ...wrong,
    `Upper:${encoded(1)}`,
    `a.b:${encoded(1)}`,
    `${FIRST},`,
    `first:${'*'.repeat(44)}`,
    seventeen,
  ]) {
    assert.equal(parseSecretKeys(text), undefined, text)
  }
})

test('SECRET_KEYS is never shown by config, in errors or as JSON', () => {
  const secret = encoded(7)
  const config = loadConfig({ SECRET_KEYS: `k1:${secret}` })
  assert.deepEqual(
    describeConfig(config).find(({ name }) => name === 'SECRET_KEYS'),
    { name: 'SECRET_KEYS', value: '(set)', given: true },
  )
  assert.ok(!JSON.stringify(config).includes(secret))
  // Text that looks like a URL was once shown as one.
  for (const text of [`k1://${secret}`, `k1:${secret}=,k2:short`]) {
    assert.throws(
      () => loadConfig({ SECRET_KEYS: text }),
      (error) =>
        error instanceof AppError && /SECRET_KEYS must be/.test(error.message) && !error.message.includes(secret),
    )
  }
})

test('without SECRET_KEYS a key file is created once, readable by its owner only', () => {
  const DATA_DIR = temporaryFolder()
  const config = loadConfig({ DATA_DIR })
  const sealed = new SecretBox(readSecretKeys(config)).seal('a', 'b')
  assert.equal(new SecretBox(readSecretKeys(config)).open(sealed, 'b'), 'a')
  const file = join(DATA_DIR, 'secret-key')
  assert.equal(statSync(file).mode & 0o777, 0o600)

  // From the file to the setting: the file's content is a valid entry, and the file still opens what it sealed.
  const moved = loadConfig({ DATA_DIR: temporaryFolder(), SECRET_KEYS: readFileSync(file, 'utf8') })
  assert.equal(new SecretBox(readSecretKeys(moved)).open(sealed, 'b'), 'a')
  const renewed = new SecretBox(readSecretKeys(loadConfig({ DATA_DIR, SECRET_KEYS: SECOND })))
  assert.equal(renewed.open(sealed, 'b'), 'a')
  assert.match(renewed.seal('a', 'b'), /^v1\.second\./)

  writeFileSync(file, 'nonsense\n')
  assert.throws(() => readSecretKeys(config), /contains no key: restore it from a backup/)
})

test('with DATABASE_URL a node does not create its own key', () => {
  const config = loadConfig({ DATA_DIR: temporaryFolder(), DATABASE_URL: 'postgres://host/name' })
  assert.throws(() => readSecretKeys(config), /set SECRET_KEYS=k1:\$\(openssl rand -base64 32\)/)
  const given = loadConfig({ DATA_DIR: temporaryFolder(), DATABASE_URL: 'postgres://host/name', SECRET_KEYS: FIRST })
  assert.equal(readSecretKeys(given).length, 1)
})
