import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskSecretUrl, maskUrl } from './mask-url.ts'

test('tokens in a webhook URL are masked: user info, query, fragment and random path segments', () => {
  for (const [url, shown] of [
    [
      'https://hooks.slack.com/services/T00000000/B00000000/x7Qm0123456789abcdefAb12',
      'https://hooks.slack.com/services/…/…/…Ab12',
    ],
    [
      'https://discord.com/api/webhooks/1122334455667788990/Zk3_aB-xYz0123456789',
      'https://discord.com/api/webhooks/…8990/…6789',
    ],
    ['https://hooks.zapier.com/hooks/catch/123456/b2c3d4e/', 'https://hooks.zapier.com/hooks/catch/123456/…/'],
    ['https://acme.example/in?token=s3cret&x=1', 'https://acme.example/in?…'],
    ['https://user:s3cret@acme.example/in#s3cret', 'https://acme.example/in?…'],
    ['https://a.example/9b1d7c40-0000-4000-8000-00000000abcd', 'https://a.example/…abcd'],
    ['https://a.example/qwkjehqwkjehqwkejhqw', 'https://a.example/…jhqw'],
    ['https://a.example/aBcDeFgHiJ', 'https://a.example/…'],
    ['https://a.example/hook.a1b2c3d4e5f6a7b8', 'https://a.example/…a7b8'],
  ] as const) {
    assert.equal(maskUrl(url), shown)
    assert.equal(maskUrl(shown), shown, 'a masked URL stays as it is')
  }
})

test('readable path segments stay', () => {
  for (const url of [
    'https://hooks.acme.example/in',
    'https://hooks.acme.example/pro-signal/webhook-events/v2',
    'https://api.acme.example:8443/integrations/salesOperations/signals_2026',
    'http://127.0.0.1:9/notifications/acme-production-eu/',
    'https://hooks.acme.example/',
  ]) {
    assert.equal(maskUrl(url), url)
  }
  assert.equal(maskUrl('not a URL'), '…')
})

test('a URL with a secret path keeps its host and the end of a long token', () => {
  assert.equal(
    maskSecretUrl('https://hooks.slack.com/services/T0/B0/x7Qm0123456789abcdefAb12'),
    'hooks.slack.com/…/Ab12',
  )
  assert.equal(maskSecretUrl('https://hooks.slack.com/services/T0/B0/short'), 'hooks.slack.com/…')
})
