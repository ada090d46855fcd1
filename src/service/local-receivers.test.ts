import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '../platform/config/config.ts'
import { withLocalReceivers } from './local-receivers.ts'

const isAllowed = (env: Record<string, string>) => withLocalReceivers(loadConfig(env)).ALLOW_LOOPBACK_WEBHOOKS

test('a demo that only this machine reaches sends to this machine, unless the setting says otherwise', () => {
  assert.equal(isAllowed({}), true)
  assert.equal(isAllowed({ HOST: '::1' }), true)
  assert.equal(isAllowed({ ALLOW_LOOPBACK_WEBHOOKS: '0' }), false)
})

test('a demo that others may reach sends only to public servers', () => {
  assert.equal(isAllowed({ HOST: '0.0.0.0' }), false)
  assert.equal(isAllowed({ TRUST_PROXY: '1' }), false)
  assert.equal(isAllowed({ TRUST_PROXY: '10.0.0.0/8' }), false)
  assert.equal(isAllowed({ PUBLIC_URL: 'https://demo.example' }), false)
  assert.equal(isAllowed({ NODE_ENV: 'production' }), false)
})
