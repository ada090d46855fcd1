import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsDomain, sharesName } from '../owner-names.ts'
import { type BoardClaim, proveBoard } from './prove-board.ts'

const ACME = { names: ['Acme Robotics GmbH'], domains: ['acme.example', 'acme-robotics.example'] }
const CLAIM: BoardClaim = {
  page: 'https://acme.example/careers',
  onCareersPage: true,
  boardsThere: ['Greenhouse job board acme'],
  exists: true,
  boardName: 'Acme Robotics',
  backLinks: [],
}

test('accepted when a careers page leads to it, it is the only one there, and its name is the company’s', () => {
  assert.deepEqual(proveBoard(CLAIM, ACME), {
    proven: true,
    why: 'https://acme.example/careers leads to it, and it calls itself “Acme Robotics”.',
  })
})

test('a link back to the company’s domain is as good as its name', () => {
  const claim = { ...CLAIM, boardName: undefined, backLinks: ['globex.example', 'acme.example'] }
  assert.deepEqual(proveBoard(claim, ACME), {
    proven: true,
    why: 'https://acme.example/careers leads to it, and it links back to acme.example.',
  })
})

test('anything less waits for the operator, and says why', () => {
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
    [{ boardName: 'Globex', backLinks: ['globex.example'] }, /calls itself “Globex”/],
  ]
  for (const [more, why] of cases) {
    const proof = proveBoard({ ...CLAIM, ...more }, ACME)
    assert.equal(proof.proven, false, proof.why)
    assert.match(proof.why, why)
  }
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

test('a name that a website states counts only if its domain says the same', () => {
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
