import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MailContent } from './content.ts'
import { renderMail } from './render.ts'
import { composeMail } from './smtp.ts'

const plain: MailContent = { subject: 'Hello', heading: 'Hello', blocks: [], footer: 'Because.' }

test('text and HTML have the same content', () => {
  const { text, html } = renderMail({
    ...plain,
    blocks: [
      { kind: 'text', text: 'A paragraph.' },
      { kind: 'button', label: 'Open', url: 'https://signals.example/x?a=1&b=2#t' },
      { kind: 'facts', facts: [{ label: 'Account', value: 'a@example.com' }] },
      {
        kind: 'entries',
        entries: [
          {
            title: 'Northwind',
            url: 'https://signals.example/explore/companies/1',
            note: 'northwind.example',
            lines: ['Hiring: AI SDR'],
            links: [{ label: 'Mute this company', url: 'https://signals.example/mute#x' }],
          },
        ],
      },
      { kind: 'note', text: 'A note.' },
    ],
    footerLinks: [{ label: 'Mute all', url: 'https://signals.example/mute#y' }],
  })
  for (const part of ['A paragraph.', 'Open', 'Account', 'a@example.com', 'Northwind', 'northwind.example']) {
    assert.ok(text.includes(part) && html.includes(part), part)
  }
  for (const part of ['Hiring: AI SDR', 'Mute this company', 'A note.', 'Because.', 'Mute all']) {
    assert.ok(text.includes(part) && html.includes(part), part)
  }
  assert.ok(text.includes('https://signals.example/x?a=1&b=2#t'))
  assert.ok(html.includes('href="https://signals.example/x?a=1&amp;b=2#t"'))
  assert.doesNotMatch(html, /<(img|script|table)/)
})

test('user-chosen names can’t add tags, headers or lines, or reverse the text direction', async () => {
  const name = '<img src=x onerror=alert(1)> "Ev\u202eil"\r\nBcc: victim@example.com\u2028& Co'
  const rendered = renderMail({
    ...plain,
    subject: `Join ${name}`,
    heading: name,
    blocks: [{ kind: 'entries', entries: [{ title: name, lines: [name] }] }],
    footer: name,
  })
  assert.doesNotMatch(rendered.html, /<img/)
  assert.doesNotMatch(rendered.subject + rendered.text, /\u202e|\u2028|\nBcc:/)
  assert.ok(rendered.html.includes('&lt;img src=x onerror=alert(1)&gt;'))
  const from = { name: 'Pro Signal', address: 'signals@service.example' }
  const raw = String(await composeMail({ ...rendered, from, to: 'a@example.com', id: 'x', createdAt: new Date(0) }))
  const [head = ''] = raw.split('\r\n\r\n', 1)
  assert.doesNotMatch(head, /^Bcc:/im)
  assert.match(head, /^Message-ID: <x@service\.example>$/m)
  assert.match(head, /^Date: Thu, 01 Jan 1970 00:00:00 \+0000$/m)
})

test('everything is bounded, and only web links are allowed', () => {
  const long = 'a'.repeat(100_000)
  const { subject, html } = renderMail({
    ...plain,
    subject: long,
    blocks: [
      { kind: 'text', text: long },
      {
        kind: 'entries',
        entries: Array.from({ length: 1_000 }, () => ({ title: long, lines: Array(100).fill(long) })),
      },
    ],
  })
  assert.equal([...subject].length, 150)
  assert.ok(html.length < 102_000)
  const link = (url: string) => () => renderMail({ ...plain, blocks: [{ kind: 'button', label: 'x', url }] })
  assert.throws(link('javascript:alert(1)'), /must be a URL, http or https/)
  assert.throws(link('/relative'), /must be a URL/)
})
