// Texts that are slow to read for a reader that backtracks, scans again or compares everything with everything.

/** Characters and words that the readers' own regular expressions and lists are made of. */
const UNITS = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '-',
    '_',
    '/',
    '\\',
    '.',
    ',',
    ';',
    ':',
    '|',
    '"',
    "'",
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
  ],
  ...[
    '&',
    '&amp;',
    '#',
    '*',
    '+',
    '@',
    '=',
    '?',
    '%',
    '$',
    '!',
    '~',
    '\0',
    '\ufeff',
    '\u200b',
    '\u00a0',
    '\u0301',
    '\ud800',
  ],
  ...[
    'a',
    'A',
    'é',
    'ß',
    'İ',
    'ﷺ',
    '漢',
    '🙂',
    '👩‍👩‍👧',
    '0',
    '1,',
    '1.',
    '-1',
    '1e',
    'aa ',
    'a.b.',
    'www.',
    'xn--',
    'a@',
  ],
  ...[
    'gn',
    '(gn',
    '(m/w/d) ',
    'm/w',
    'div ',
    'all genders ',
    'for ',
    'of ',
    'and ',
    'or ',
    ' - ',
    ' & ',
    'in ',
    'in DE ',
  ],
  ...[
    'nlp -',
    'nlp and - ',
    'agent',
    'model',
    'fine tune a ',
    'train and ',
    'our big ',
    'use Slack, ',
    'or a similar ',
    'Salesforce/',
  ],
  ...[
    'Remote - ',
    'Berlin, Germany; ',
    'US-',
    'Notion or ',
    'full part ',
    'talent pool ',
    'at b ',
    ' inc',
    'series_a ',
    '5m ',
    'EUR',
  ],
  ...[
    'http://',
    'https://a.b/',
    '//a.',
    '/en/',
    '?utm_a=',
    '%2e',
    'data:',
    'mailto:a@',
    '[::',
    '127.0.0.',
    'a=b; ',
    'jobs/',
  ],
  ...[
    '2026-01-01T',
    '12:00 ',
    'hiring(',
    'NOT ',
    'title ~ ',
    '"a" ',
    'User-agent: *\n',
    'Disallow: /*a',
    '<base href=a/>',
    '<a href=x>',
  ],
  ...[
    '<div>',
    '</p>',
    '<!--',
    '<script>',
    '<![CDATA[',
    '[a](',
    '**a',
    '`a',
    '| a ',
    '{"a":',
    '[1,',
    '\\"',
    '\\u0000',
    'null,',
  ],
]

const TOKENS = ['a', ' ', '-', '/', '.', '(', '"', '*', 'é', '\n']
const BEGINNINGS = ['(', '[', '"', '{"a":"', 'https://a.example/', 'http://', '$', '5 ', 'in ', '+', 'nlp', 'a@', '/']
const ENDS = ['x', '\0', ')', '"', ';', '!']

/** What was slow once: a beginning, what is repeated, and an end. */
const ATTACKS = [
  ...[
    ['(', 'gn', 's'],
    ['(', 'female\t', 's'],
    ['(', '*', ''],
    ['nlp', '-', '\0'],
    ['nlp', '--', ' x'],
    ['/', '--', '\0'],
  ],
  ...[
    ['', '\ufeff', ''],
    ['', '\ufeff ', '{'],
    ['{', '"a",', '\n'],
    ['', '0', '\0'],
    ['0', ' ', 'I'],
    ['@', '@\0', '\t'],
  ],
  ...[
    ['https://acme.example/jobs', '/', 'x'],
    ['/', '/', '\0'],
    ['', '.,', 'x'],
    ['', '. ', 'x'],
    ['', '%', '\n%'],
  ],
  ...[
    ['n', 'modely', '\0'],
    ['e', 'agentv', '\0'],
    ['s', 'bwizjy', '\0'],
    ['', 'sprzetwarzanib', '\0'],
    ['', 'igeneratywnr', '\0'],
  ],
  ...[
    ['', 'c in', 'i kg'],
    ['c', 'it', '\0'],
    ['', '-', '@'],
    ['nothing suitable', ' at b', '\n'],
    ['t', ' full part ', '\n'],
  ],
  ...[
    ['', '<META<', 'RS'],
    ['', '[[](', ''],
    ['', '<script/', '>'],
    ['', '\v', ''],
    ['fine tune ', 'a-b ', '!'],
    ['our ', 'a ', '!'],
  ],
] as const

/** Each of about this many UTF-16 code units. */
export function* pathologicalTexts(length: number): Generator<string> {
  const fill = (unit: string, room: number) => unit.repeat(Math.max(1, Math.floor(room / unit.length)))
  for (const [nth, unit] of UNITS.entries()) {
    yield fill(unit, length)
    for (const [i, beginning] of BEGINNINGS.entries()) {
      // Each unit with some of the beginnings, each beginning with some of the units.
      if ((nth + i) % 7 === 0) yield beginning + fill(unit, length - 20) + ENDS[i % ENDS.length]
    }
  }
  for (const [beginning, unit, end] of ATTACKS) yield beginning + fill(unit, length - 30) + end
  for (const one of TOKENS) for (const other of TOKENS) if (one < other) yield fill(one + other, length)
  for (const [open, close] of ['()', '[]', '{}', '<>', '""'].map((pair) => [...pair] as [string, string])) {
    yield fill(open, length / 2) + fill(close, length / 2)
  }
  yield Array.from({ length: length / 6 }, (_, i) => `w${i}`)
    .join(' ')
    .slice(0, length)
  yield Array.from({ length: length / 6 }, (_, i) => `${i}.example`)
    .join(',')
    .slice(0, length)
}
