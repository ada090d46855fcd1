import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardOf, crossedRows, rowsOf, takenBoards } from '../../../../eval/found-boards/world.ts'
import { fitsDomain, sharesName } from '../owner-names.ts'
import { judgeName, judgeTitle } from './board-names.ts'
import { ownForms } from './name-forms.ts'
import { type BoardClaim, proveBoard } from './prove-board.ts'

const ACME = { names: ['Acme Robotics GmbH'], domains: ['acme.example', 'acme-robotics.example'] }
const CLAIM: BoardClaim = {
  page: 'https://acme.example/careers',
  onCareersPage: true,
  boardsThere: ['Greenhouse job board acme'],
  system: 'greenhouse',
  board: 'ac-42',
  exists: true,
  boardName: 'Acme Robotics',
}
const NOTHING = { titles: [], employers: [], employerSites: [], sites: [] }

const proofOf = (more: Partial<BoardClaim>) => proveBoard({ ...CLAIM, boardName: undefined, ...more }, ACME)

test('of 100 companies at least 95 boards are found without an operator, and no trap is accepted', async () => {
  const missed: string[] = []
  for (const row of rowsOf('companies')) {
    const { taken, why } = await takenBoards(row)
    if (!taken.includes(boardOf(row))) missed.push(why)
  }
  assert.ok(missed.length <= 5, missed.join('\n'))
  for (const row of rowsOf('traps')) assert.deepEqual((await takenBoards(row)).taken, [], row.domain)
})

test('the board of another company is not accepted', async () => {
  for (const row of crossedRows(rowsOf('companies'), 97))
    assert.deepEqual((await takenBoards(row)).taken, [], `${row.domain} with ${row.slug}`)
})

test('accepted when a careers page leads to it, it is the only one there, and its name is the company’s', () => {
  assert.deepEqual(proveBoard(CLAIM, ACME), {
    proven: true,
    why: 'https://acme.example/careers leads to it, and it calls itself “Acme Robotics”.',
  })
})

test('the name on the board’s page counts as that of its feed, and so do those of its jobs', () => {
  for (const facts of [
    { ...NOTHING, titles: ['Acme Robotics Jobs'] },
    { ...NOTHING, titles: ['Karriere bei Acme Robotics GmbH', 'Acme'] },
    { ...NOTHING, employers: ['Acme Robotics'] },
  ])
    assert.equal(proofOf({ facts }).proven, true, JSON.stringify(facts))
  const { why } = proofOf({ facts: { ...NOTHING, titles: ['Open positions | Acme Robotics'] } })
  assert.match(why, /it calls itself “Open positions \| Acme Robotics”/)
})

test('an address with the whole name or the domain’s label counts unless contradicted', () => {
  for (const board of ['acme', 'AcmeRobotics', 'eu:acme', 'acme-robotics.recruitee.com'])
    assert.equal(proofOf({ board }).proven, true, board)
  assert.match(proofOf({ board: 'acme' }).why, /at an address with the company’s name \(acme\)/)
  for (const board of ['acm', 'robotics', 'acmeco']) assert.equal(proofOf({ board }).proven, false, board)
  assert.equal(proofOf({ board: 'acme', facts: { ...NOTHING, titles: ['Globex Careers'] } }).proven, false)
  assert.equal(proofOf({ board: 'acme', boardName: 'Globex' }).proven, false)
  assert.equal(proofOf({ board: 'acme', exists: undefined }).proven, false, 'an empty board may be nobody’s')
  const zip = { names: ['Zip'], domains: ['zip.example'] }
  assert.equal(proveBoard({ ...CLAIM, boardName: undefined, board: 'zip' }, zip).proven, false, 'an everyday word')
})

test('a link back to the company’s domain is as good as its name, unless another name is stated', () => {
  const sites = ['globex.example', 'acme.example']
  assert.deepEqual(proofOf({ facts: { ...NOTHING, sites } }), {
    proven: true,
    why: 'https://acme.example/careers leads to it, and it links back to acme.example.',
  })
  assert.equal(proofOf({ boardName: 'Globex', facts: { ...NOTHING, sites } }).proven, false)
  assert.equal(proofOf({ boardName: 'Globex', facts: { ...NOTHING, sites: ['acme.example'] } }).proven, true)
})

test('a namesake has another site', () => {
  const named = { ...NOTHING, titles: ['Acme Jobs'] }
  assert.equal(proofOf({ facts: named }).proven, true)
  const { proven, why } = proofOf({ board: 'acme', facts: { ...named, employerSites: ['acme-dental.example'] } })
  assert.deepEqual(
    [proven, why],
    [false, 'https://acme.example/careers leads to it, but it is the board of acme-dental.example.'],
  )
  assert.equal(proofOf({ facts: { ...named, sites: ['acmedental.example'] } }).proven, false)
  assert.equal(proofOf({ facts: { ...named, sites: ['cookie-notices.example'] } }).proven, true)
})

test('a longer or shorter name may be a parent’s or a subsidiary’s: the address must be the company’s', () => {
  const acme = { names: ['Acme'], domains: ['acme.example'] }
  const proof = (board: string, boardName: string) => proveBoard({ ...CLAIM, board, boardName }, acme).proven
  assert.deepEqual([proof('acme', 'Acme Energy'), proof('acmehq', 'Acme Energy')], [true, true])
  assert.deepEqual([proof('acmeenergy', 'Acme Energy'), proof('ac-1', 'Acme Energy')], [false, false])
  assert.deepEqual([proof('ac-1', 'Acme Technologies Inc.'), proof('ac-1', 'Acme Germany')], [true, true])
})

test('anything less waits for the operator, with the reason', () => {
  const cases: [Partial<BoardClaim>, RegExp][] = [
    [{ onCareersPage: false }, /that is no careers page/],
    [
      { boardsThere: ['Greenhouse job board acme', 'Lever job board globex'] },
      /leads to 2 boards: Greenhouse .*, Lever/,
    ],
    [{ boardName: 'Globex' }, /calls itself “Globex”/],
    [{ boardName: undefined }, /does not say whose it is/],
    [{ exists: undefined, boardName: undefined }, /could not be read/],
    [{ exists: false }, /there is no such board/],
    [{ boardName: 'Globex', facts: { ...NOTHING, sites: ['globex.example'] } }, /is the board of globex\.example/],
    [{ boardName: undefined, facts: { ...NOTHING, employers: ['Acme', 'Globex'] } }, /calls itself “Globex”/],
  ]
  for (const [more, why] of cases) {
    const proof = proveBoard({ ...CLAIM, ...more }, ACME)
    assert.equal(proof.proven, false, proof.why)
    assert.match(proof.why, why)
  }
})

test('titles are read in ten languages, with other words around the name', () => {
  const own = ownForms({ names: ['Disc Over'], domains: ['discover-hq.example'] })
  const judge = (title: string) => judgeTitle(title, own, 'ashby')
  for (const title of [
    'Disc Over Jobs',
    'Jobs at Disc Over',
    'Disc Over - Current Openings',
    'Open positions | Disc Over',
    'Offene Stellen bei Disc Over',
    'Offres d’emploi chez Disc Over',
    'Trabaja con nosotros – Disc Over',
    'Werken bij Disc Over',
    'Lavora con noi · Disc Over',
    'Vagas | Disc Over',
    'Lediga jobb hos Disc Over',
    'Oferty pracy: Disc Over',
    'Disc Over Careers | Powered by Ashby',
    'DiscOver',
  ])
    assert.equal(judge(title), 'own', title)
  for (const title of ['Globex Jobs', 'Over Jobs', 'Trusted by Disc Over']) assert.equal(judge(title), 'other', title)
  assert.equal(judge('Disc Over Energy Jobs'), 'similar')
  assert.equal(judge('Globex | Disc Over'), 'mixed')
  assert.equal(judge('Globex, a Disc Over company'), 'mixed')
  for (const title of ['Careers', 'Join us!', 'Building the ledgers of tomorrow, together with you', ''])
    assert.equal(judge(title), undefined, title)
})

test('names are compared without legal forms, accents and spelling of &', () => {
  const same = (name: string, shown: string, domain = 'x.example') =>
    judgeName(shown, ownForms({ names: [name], domains: [domain] })) === 'own'
  for (const [name, shown, domain] of [
    ['Müller & Söhne GmbH & Co. KG', 'Mueller und Soehne'],
    ['Caffè Perla S.p.A.', 'Caffe Perla'],
    ['Zażółć Sp. z o.o.', 'Zazolc'],
    ['Fjordtank A/S', 'Fjordtank'],
    ['Acme', 'Acme Pty Ltd'],
    ['x', 'Harrow', 'getharrow.example'],
    ['x', 'Larkspur', 'larkspurapp.example'],
    ['x', 'Müller', 'xn--mller-kva.example'],
    ['Open Systems', 'Open Systems Careers'],
  ] as const)
    assert.ok(same(name, shown, domain), `${name} and ${shown}`)
  for (const [name, shown, domain] of [
    ['Pinecrest Systems', 'Pinecrest Software'],
    ['Open Systems', 'Systems'],
    ['x', 'Use', 'user.example'],
    ['Work & Co', 'Jobs'],
  ] as const)
    assert.equal(same(name, shown, domain), false, `${name} and ${shown}`)
})

test('which names are shared', () => {
  const shares = (boardName: string, name: string, domain = 'other.example') =>
    sharesName(boardName, { names: [name], domains: [domain] })
  for (const [boardName, name, domain] of [
    ['Acme', 'ACME Inc.'],
    ['Acme Careers', 'Acme'],
    ['Jobs at Acme', 'Acme'],
    ['Acme', 'Acme Robotics'],
    ['Acme Robotics Germany', 'Acme Robotics'],
    ['Café Müller', 'Cafe Muller GmbH'],
    ['AcmeRobotics', 'x', 'acme-robotics.example'],
    ['acme.example', 'x', 'acme.example'],
    ['The Company', 'The Company'],
  ] as const) {
    assert.ok(shares(boardName, name, domain), `${boardName} and ${name}`)
  }
  for (const [boardName, name, domain] of [
    ['Zip', 'Zip Water'],
    ['Athena', 'Athens'],
    ['Acme', 'Globex'],
    ['Robotics', 'Acme Robotics'],
    ['Inc', 'Acme Inc'],
    ['Careers', 'Acme'],
    ['', 'Acme'],
    ['Acme', 'x', 'acmecorp.example'],
  ] as const) {
    assert.equal(shares(boardName, name, domain), false, `${boardName} and ${name}`)
  }
})

test('a name that a website states counts only if its domain matches', () => {
  for (const [name, domain] of [
    ['Acme Robotics GmbH', 'acme.example'],
    ['Acme', 'getacme.example'],
    ['Acme', 'acme-robotics.example'],
    ['International Widget Works', 'iww.example'],
    ['The Zip Company', 'zip.example'],
  ] as const) {
    assert.ok(fitsDomain(name, [domain]), `${name} and ${domain}`)
  }
  for (const [name, domain] of [
    ['Globex', 'acme.example'],
    ['Globex Staffing', 'agency.example'],
    ['', 'acme.example'],
    ['Ac', 'acme.example'],
  ] as const) {
    assert.equal(fitsDomain(name, [domain]), false, `${name} and ${domain}`)
  }
})
