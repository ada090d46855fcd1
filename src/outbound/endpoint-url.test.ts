import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/harness/fast-check.ts'
import { AppError } from '../platform/app-error.ts'
import { checkEndpointUrl, MAX_URL_CHARACTERS } from './endpoint-url.ts'

const STRICT = { allowLoopback: false }
const ALLOW_LOOPBACK = { allowLoopback: true }

function rejection(text: string, options = STRICT): string {
  try {
    return `accepted as ${checkEndpointUrl(text, options)}`
  } catch (error) {
    assert.ok(error instanceof AppError && error.kind === 'invalid', String(error))
    return error.message
  }
}

test('a public HTTPS URL is accepted and normalised', () => {
  const forms: [text: string, accepted: string][] = [
    ['https://hooks.example.com/pro-signal', 'https://hooks.example.com/pro-signal'],
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['HTTPS://Hooks.Example.COM:443/A?b=c&d', 'https://hooks.example.com/A?b=c&d'],
    ['https://hooks.example.com./a', 'https://hooks.example.com/a'],
    ['https://hooks.example.com:8443/a', 'https://hooks.example.com:8443/a'],
    ['https://hooks.example.com:1024/', 'https://hooks.example.com:1024/'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https://ｈooks。example。com/', 'https://hooks.example.com/'],
    ['https://8.8.8.8/hook', 'https://8.8.8.8/hook'],
    ['https://[2606:4700::1111]/hook', 'https://[2606:4700::1111]/hook'],
    ['https://example.com/a@b', 'https://example.com/a@b'],
  ]
  for (const [text, accepted] of forms) {
    assert.equal(checkEndpointUrl(text, STRICT), accepted)
    assert.equal(checkEndpointUrl(accepted, STRICT), accepted, 'the stored form is accepted again')
  }
})

test('an invalid URL is rejected with a message that says what to do', () => {
  const wrong: [text: string, words: RegExp][] = [
    ['', /is not a valid URL: enter the complete URL/],
    ['hooks.example.com/x', /is not a valid URL: enter the complete URL/],
    ['http://hooks.example.com/', /must start with https:/],
    ['ftp://hooks.example.com/', /must start with https:/],
    ['file:///etc/passwd', /must start with https:/],
    ['javascript:alert(1)', /must start with https:/],
    ['https://user:pass@hooks.example.com/', /user name or a password/],
    ['https://user@hooks.example.com/', /user name or a password/],
    ['https://@hooks.example.com/', /user name or a password/],
    ['https://hooks.example.com/#part', /fragment/],
    ['https://hooks.example.com/#', /fragment/],
    ['https://hooks.example.com:80/', /port 443 or a port from 1024 up, not 80/],
    ['https://hooks.example.com:25/', /port 443 or a port from 1024 up, not 25/],
    ['https://hooks.example.com:0/', /port 443 or a port from 1024 up, not 0/],
    ['https://hooks.example.com:70000/', /is not a valid URL/],
    [' https://hooks.example.com/', /spaces/],
    ['https://hooks.exam\tple.com/', /control characters/],
    ['https://hooks.exam\u00adple.com/', /control characters/],
    ['https:\\\\hooks.example.com', /backslashes/],
    ['https://hooks.example.com\\@10.0.0.1/', /backslashes/],
    ['https://localhost/', /names under \.localhost are not public/],
    ['https://localhost./', /names under \.localhost are not public/],
    ['https://a.localhost/', /names under \.localhost are not public/],
    ['https://metadata.google.internal/', /names under \.internal are not public/],
    ['https://printer.local/', /names under \.local are not public/],
    ['https://router.home.arpa/', /names under \.arpa are not public/],
    ['https://intranet/', /names under \.intranet are not public/],
    ['https://hooks/', /public host name/],
    ['https://hooks..example.com/', /public host name/],
    ['https://hooks.example.com../', /public host name/],
    ['https://-hooks.example.com/', /public host name/],
    [`https://hooks.example.com/${'x'.repeat(MAX_URL_CHARACTERS)}`, /at most 2048 characters/],
    [`https://hooks.example.com/${'ä'.repeat(1_000)}`, /at most 2048 characters/],
  ]
  for (const [text, words] of wrong) assert.match(rejection(text), words, text)
})

test('a private address is rejected in every notation', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '0x7f.1.',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '10.0.0.1',
    '012.0.0.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '192.168.0.1',
    '0',
    '0.0.0.0',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[fec0::1]',
    '[ff02::1]',
  ]
  for (const host of hosts) assert.match(rejection(`https://${host}/`), /must point to a public address/, host)
})

test('allowLoopback allows loopback on any port and without TLS, and nothing else', () => {
  for (const host of ['localhost', 'app.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '2130706433']) {
    for (const url of [`http://${host}:80/`, `https://${host}:22/`, `http://${host}:4000/`]) {
      assert.doesNotMatch(rejection(url, ALLOW_LOOPBACK), /The endpoint URL/, url)
      assert.match(rejection(url, STRICT), /The endpoint URL/, url)
    }
  }
  for (const host of ['10.0.0.1', '192.168.1.1', '169.254.169.254', '[::ffff:127.0.0.1]', '[fd00::1]', '0.0.0.0']) {
    assert.match(rejection(`https://${host}/`, ALLOW_LOOPBACK), /must point to a public address/, host)
    assert.match(rejection(`http://${host}/`, ALLOW_LOOPBACK), /http:\/\/ is allowed for loopback only/, host)
  }
  assert.match(rejection('http://hooks.example.com/', ALLOW_LOOPBACK), /http:\/\/ is allowed for loopback only/)
  assert.match(rejection('http://localhost.example.com/', ALLOW_LOOPBACK), /http:\/\/ is allowed for loopback only/)
  assert.match(rejection('https://hooks.example.com:22/', ALLOW_LOOPBACK), /port 443/)
})

test('the error for a loopback URL names the setting that allows it, and for which processes', () => {
  const named = /ALLOW_LOOPBACK_WEBHOOKS=1 .*for the service and for commands\.$/
  for (const url of [
    'http://localhost:4000/in',
    'http://127.0.0.1/in',
    'https://127.0.0.1:8443/in',
    'https://[::1]/',
  ]) {
    assert.match(rejection(url, STRICT), named, url)
  }
  for (const url of ['http://hooks.example.com/', 'https://10.0.0.1/']) {
    assert.doesNotMatch(rejection(url, STRICT), /ALLOW_LOOPBACK/, url)
  }
})

test('every accepted URL is HTTPS, has no user or fragment, is short, and is accepted again unchanged', () => {
  const part = fc.constantFrom(
    'https://',
    'http://',
    'a',
    'example.com',
    '@',
    ':',
    '#',
    '/',
    '\\',
    '.',
    '10.0.0.1',
    '0x',
    '[',
    ']',
    '::1',
    '%',
    '?',
    '443',
    '25',
    ' ',
    'ｅ',
  )
  const text = fc.oneof(
    fc.webUrl(),
    fc.array(part, { maxLength: 10 }).map((parts) => `https://${parts.join('')}`),
  )
  fc.assert(
    fc.property(text, (candidate) => {
      let accepted: string
      try {
        accepted = checkEndpointUrl(candidate, STRICT)
      } catch (error) {
        assert.ok(error instanceof AppError && error.kind === 'invalid', String(error))
        return
      }
      const url = new URL(accepted)
      assert.equal(url.protocol, 'https:')
      assert.equal(url.username + url.password + url.hash, '')
      assert.ok(accepted.length <= MAX_URL_CHARACTERS)
      assert.equal(checkEndpointUrl(accepted, STRICT), accepted)
    }),
    { numRuns: 3_000 },
  )
})
