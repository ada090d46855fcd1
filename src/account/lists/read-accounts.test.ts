import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAccounts, readSearchText } from './read-accounts.ts'

const domainsOf = async (text: string) => (await readAccounts(text)).domains

test('domains, e-mail addresses and URLs, one or several to a line, each domain once', async () => {
  const text = `
    acme.example, contoso.example;A Buyer <buyer@fabrikam.example>
    https://www.northwind.example/jobs?x=1
    WWW.Acme.example.
    "quoted.example"	mailto:seller@tabbed.example
    münchen.example`
  assert.deepEqual(await domainsOf(text), [
    'acme.example',
    'contoso.example',
    'fabrikam.example',
    'northwind.example',
    'quoted.example',
    'tabbed.example',
    'xn--mnchen-3ya.example',
  ])
  assert.deepEqual(await domainsOf(''), [])
  assert.deepEqual(await domainsOf('\uFEFFacme.example\r\ncontoso.example\rfabrikam.example'), [
    'acme.example',
    'contoso.example',
    'fabrikam.example',
  ])
})

test('a search among domains takes an account as pasted, or a part of a domain', () => {
  for (const text of [' acme.example\t', 'https://www.acme.example/jobs', 'buyer@acme.example', 'ACME.example.']) {
    assert.equal(readSearchText(text), 'acme.example', text)
  }
  for (const part of ['acm', '.exam', 'cme.ex', 'gmail.com', '']) assert.equal(readSearchText(` ${part} `), part)
})

test('unreadable lines are reported with their number and the reason', async () => {
  const { domains, unreadable, unreadableLines } = await readAccounts(
    'acme.example\n\nAcme Inc\nbuyer@gmail.com\n10.0.0.1\n',
  )
  assert.deepEqual(domains, ['acme.example'])
  assert.equal(unreadable, 3)
  assert.deepEqual(
    unreadableLines.map(({ line, text }) => [line, text]),
    [
      [3, 'Acme Inc'],
      [4, 'buyer@gmail.com'],
      [5, '10.0.0.1'],
    ],
  )
  assert.match(unreadableLines[0]?.reason ?? '', /no domain, URL or email address/)
  assert.match(unreadableLines[1]?.reason ?? '', /gmail\.com is a .* that many companies use/)
  const many = await readAccounts('nothing\n'.repeat(500))
  assert.deepEqual([many.unreadable, many.unreadableLines.length], [500, 100])
})

test('only the best column of domains in a table is read, whatever its delimiter', async () => {
  const rows = [
    ['Account', 'Website', 'Owner Email'],
    ['Acme, Inc.', 'https://acme.example/', 'rep@seller.example'],
    ['"Quoted"', 'contoso.example', 'rep@seller.example'],
  ]
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  for (const delimiter of [',', ';', '\t', '|']) {
    const table = rows.map((row) => row.map(quoted).join(delimiter)).join('\r\n')
    assert.deepEqual(await domainsOf(table), ['acme.example', 'contoso.example'], JSON.stringify(delimiter))
  }
  assert.deepEqual(await domainsOf('Company Domain Name;Website\nacme.example;https://other.example'), ['acme.example'])
  assert.deepEqual(await domainsOf('Name,Email\nA buyer,buyer@acme.example\nA seller,seller@contoso.example'), [
    'acme.example',
    'contoso.example',
  ])
  assert.deepEqual(await domainsOf('domain\nacme.example\ncontoso.example'), ['acme.example', 'contoso.example'])
})

test('a quoted cell with line breaks is one row, and a stray quote loses no other row', async () => {
  const table = 'Name,Address,Website\nAcme,"Main St 1\n12345 Town",acme.example\nContoso,,contoso.example'
  assert.deepEqual(await domainsOf(table), ['acme.example', 'contoso.example'])
  const stray = 'Name,Website\nAcme,"acme.example\nContoso,contoso.example\nFabrikam,fabrikam.example'
  assert.deepEqual(await domainsOf(stray), ['acme.example', 'contoso.example', 'fabrikam.example'])
  const { unreadableLines } = await readAccounts('Name,Website\nAcme,\nContoso,contoso.example')
  assert.deepEqual(
    unreadableLines.map(({ line }) => line),
    [2],
  )
})

test('a text with more companies than a list can have, or longer than a list needs, is rejected', async () => {
  const text = Array.from({ length: 20_001 }, (_, n) => `c${n}.example`).join('\n')
  await assert.rejects(readAccounts(text), /at most 20,000 companies/)
  await assert.rejects(readAccounts('x'.repeat(2_000_001)), /longer than 2,000,000 characters/)
  assert.equal((await domainsOf(text.slice(0, text.lastIndexOf('\n')))).length, 20_000)
})

/** A quadratic reading of 2 MB would hold it for many seconds. Less than this is not measured well on a busy machine. */
const MAX_HOLD_MS = 100

/** The longest time in which nothing else could run, in CPU time of this thread, because others use the machine too. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  let running = true
  const tick = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1_000)
    last = process.threadCpuUsage()
    if (running) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  running = false
  tick()
  return longest
}

const LENGTH = 1_999_900
const UPLOADS: Readonly<Record<string, string>> = {
  'domains on one line': Array.from({ length: LENGTH / 16 }, (_, i) => `a${i}.example `).join(''),
  'the same word on one line': 'a.b,',
  'one long word': 'a.',
  'words without a domain': 'x ',
  'empty lines': '\n',
  'lines of one letter': 'a\n',
  'open quotes': 'a,"b\n',
  columns: 'domain,',
  commas: ',',
}

for (const [what, part] of Object.entries(UPLOADS)) {
  test(`2 MB of ${what} never block the event loop for long, in a table or not`, async () => {
    for (const heading of ['', 'domain,name\n']) {
      const text = heading + part.repeat(LENGTH / part.length)
      let least = Number.POSITIVE_INFINITY
      // Kernels may count the time of a thread in ticks of 4 ms, and a collection of garbage may fall into one step.
      for (let attempt = 0; attempt < 10 && least > MAX_HOLD_MS; attempt++) {
        least = Math.min(least, await longestHold(() => readAccounts(text).catch(isTooLong)))
      }
      assert.ok(least <= MAX_HOLD_MS, `${least} ms ${heading}`)
    }
  })
}

function isTooLong(error: unknown): void {
  assert.match(String(error), /has more than 200,000 words|at most 20,000 companies/)
}
