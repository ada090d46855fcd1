// The command line as a script uses it: exit codes, one JSON document on stdout, one line for an error.

import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { allCommands } from '../../src/cli/commands.ts'
import { overview as overviewOf } from '../../src/cli/help.ts'
import { proSignal, runCommand } from '../harness/command-line.ts'
import { createDatabase } from '../harness/database.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { SECRET_KEYS } from '../harness/secret-keys.ts'

let env: Record<string, string>
before(async () => {
  env = { DATABASE_URL: await createDatabase(), DATA_DIR: temporaryFolder(), SECRET_KEYS, PORT: '0' }
})

async function json<T>(args: string[]): Promise<T> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], env)
  assert.equal(code, 0, stderr)
  assert.equal(stderr, '')
  return JSON.parse(stdout) as T
}

const create = [
  'teams',
  'create',
  '--yes',
  '--name',
  'Acme',
  '--plan',
  'pro',
  '--owner-email',
  'owner@acme.example',
  '--owner-password',
  'correct horse',
]

test('teams and keys, from creation to revocation', async () => {
  const team = await json<{ id: string; name: string; plan: string }>([...create, '--anchor', '2026-01-31'])
  assert.equal(team.name, 'Acme')
  const key = await json<{ id: string; key: string }>([
    'keys',
    'create',
    '--team',
    team.id,
    '--name',
    'First',
    '--expires',
    '90d',
  ])
  assert.match(key.key, /^psk_/)
  const successor = await json<{ id: string; key: string }>(['keys', 'rotate', key.id, '--grace', '15m'])
  assert.notEqual(successor.key, key.key)
  const revoked = await json<{ state: string }>(['keys', 'revoke', '--team', team.id, '--key', successor.id])
  assert.equal(revoked.state, 'revoked')
  const keys = await json<{ id: string; state: string }[]>(['keys', 'list', '--team', team.id])
  assert.deepEqual(
    keys.map(({ id, state }) => [id, state]),
    [
      [successor.id, 'revoked'],
      [key.id, 'replaced'],
    ],
  )
  const { limits } = await json<{ limits: { bucket: string; limit: number }[] }>([
    ...['teams', 'limits', '--team', team.id, '--set', 'perMinute=60', '--set', 'dailyRequests=5'],
    ...['--set', 'dailyMemberCompanies=500'],
  ])
  assert.deepEqual(
    [...limits.slice(0, 2), ...limits.slice(-3)].map(({ limit }) => limit),
    [60, 5, 1_000, 500, 500],
  )
  assert.equal((await json<{ plan: string }>(['teams', 'set-plan', '--team', team.id, '--plan', 'free'])).plan, 'free')
  const shown = await json<{ billingAnchor: string; members: unknown[] }>(['teams', 'show', team.id])
  assert.equal(shown.billingAnchor, '2026-01-31T00:00:00.000Z')
  assert.equal(shown.members.length, 1)
  const listed = await proSignal(['teams', 'list', '--json'], env)
  assert.deepEqual([listed.code, listed.stderr, JSON.parse(listed.stdout).length], [0, '', 1], 'and a process ends')
})

test('a list of an unknown team reports that the team doesn’t exist', async () => {
  const unknown = crypto.randomUUID()
  for (const things of ['keys', 'webhooks', 'searches', 'lists']) {
    const { code, stderr } = await runCommand([things, 'list', unknown], env)
    assert.equal(code, 4, things)
    assert.ok(stderr.includes(`There is no team ${unknown}`), stderr)
  }
})

test('two ids where one is taken, or an id next to --all, are rejected', async () => {
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const [line, problem] of [
    [`keys revoke --key ${one} ${two}`, /takes one key/],
    [`teams show --team ${one} ${two}`, /takes one team/],
    [`webhooks pause --all ${one}`, /leave out either --all or the webhook id/],
    [`webhooks resume --restored --webhook ${one}`, /leave out either --restored or the webhook id/],
  ] as const) {
    const { code, stderr } = await runCommand(line.split(' '), env)
    assert.equal(code, 2, line)
    assert.match(stderr, problem)
  }
  const same = await runCommand(['keys', 'revoke', '--key', one, one], env)
  assert.match(same.stderr, /There is no key/)
})

test('the demo is not loaded into real data unless forced, and loading it again prints the same key', async () => {
  await json(create.map((word) => (word === 'owner@acme.example' ? 'real@acme.example' : word)))
  const rejected = await runCommand(['demo', '--json'], env)
  assert.equal(rejected.code, 1)
  assert.match(rejected.stderr, /use --force to load the demo world/)
  const first = await json<{ key: string; password: string }>(['demo', '--force'])
  const second = await json<{ key: string; password: string }>(['demo'])
  assert.deepEqual(second, first)
})

test('an error is one line without a stack, and with --json also one document', async () => {
  const id = '6f0c1a52-0000-4000-8000-000000000000'
  const attempts: [string[], number, RegExp][] = [
    [['nonsense'], 2, /no command "nonsense"/],
    [['teams', 'lst'], 2, /did you mean teams list/],
    [['teams', 'create', '--name', 'x'], 2, /needs --plan PLAN and --owner-email EMAIL/],
    [['teams', 'list', '--jsno'], 2, /did you mean --json/],
    [['teams', 'list', 'extra'], 2, /unexpected argument "extra"/],
    [['teams', 'show', 'not-an-id'], 2, /not a team id/],
    [['teams', 'show', id], 4, /There is no team/],
    [['teams', 'limits', '--team', id, '--set', 'perMinut=5'], 2, /did you mean perMinute/],
    [['teams', 'limits', '--team', id, '--set', 'perMinute=-5'], 2, /whole number/],
    [['keys', 'create', '--team', id, '--name', 'x'], 4, /There is no team/],
    [['keys', 'create', '--team', id, '--name', 'x', '--expires', 'soon'], 2, /--expires must be/],
    [['keys', 'revoke', id], 4, /There is no key/],
    [['keys', 'rotate', id, '--grace', '3h'], 2, /--grace must be one of now, 15m/],
    [['serve', '--roles', 'api,cook'], 2, /no role "cook"/],
    [[...create.slice(0, -1), 'short'], 2, /8 to 200 characters/],
    [[...create, '--anchor', '2026-02-30'], 2, /--anchor must be a date/],
  ]
  for (const [args, code, reason] of attempts) {
    const outcome = await runCommand([...args, '--json'], env)
    assert.equal(outcome.code, code, args.join(' '))
    assert.match(outcome.stderr, reason)
    assert.equal(outcome.stderr.trim().split('\n').length, 1)
    assert.match((JSON.parse(outcome.stdout) as { error: { message: string } }).error.message, reason)
  }
})

test('all wrong settings are listed together, and an unavailable database is one line', async () => {
  const wrong = await runCommand(['config'], { PORT: 'x', LOG_LEVEL: 'loud' })
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /2 settings are wrong:\n {2}PORT must be .*\n {2}LOG_LEVEL must be/)
  const away = await proSignal(['teams', 'list'], { DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x' })
  assert.equal(away.code, 1)
  assert.match(away.stderr, /^pro-signal: The database at DATABASE_URL can.t be reached .*\n$/)
  assert.doesNotMatch(away.stderr, /secret/)
})

test('config hides secrets', async () => {
  const { stdout } = await runCommand(['config'], { DATABASE_URL: 'postgres://u:hunter2@h/d' })
  assert.doesNotMatch(stdout, /hunter2/)
  assert.match(stdout, /DATABASE_URL\s+postgres:\/\/u:\*\*\*@h\/d\s+set/)
})

test('doctor prints one line per check, and fails if something is wrong', async () => {
  const { healthy, findings } = await json<{ healthy: boolean; findings: { check: string; verdict: string }[] }>([
    'doctor',
  ])
  assert.equal(healthy, true)
  assert.deepEqual(
    findings.map(({ check }) => check),
    [
      ...[
        'runtime',
        'database',
        'direct',
        'clock',
        'keys',
        'secrets',
        'webhooks',
        'alerts',
        'mail',
        'sign-on',
        'collecting',
        'log',
        'ingest',
        'search index',
      ],
      ...['growth', 'disk', 'backups', 'port', 'files', 'screen', 'tools'],
    ],
  )
  const file = join(env.DATA_DIR ?? '', 'demo-password')
  writeFileSync(file, 'open to all')
  chmodSync(file, 0o644)
  const bad = await proSignal(['doctor'], env)
  assert.equal(bad.code, 1)
  assert.match(bad.stdout, /FAIL {2}files .*chmod 600/)
})

test('every command has help with examples', async () => {
  const overview = await runCommand(['--help'])
  assert.equal(overview.code, 0)
  const commands = await allCommands()
  assert.equal(overview.stdout, `${overviewOf(commands)}\n`, 'run npm run gen')
  for (const { name, examples } of commands) {
    const help = await runCommand([...name.split(' '), '--help'])
    assert.equal(help.code, 0, name)
    assert.ok(examples.length > 0, name)
    for (const example of examples) assert.ok(help.stdout.includes(example) && example.startsWith(name), example)
  }
})

test('the password of an owner comes from a file, and never has to be an argument', async () => {
  const file = join(temporaryFolder(), 'owner.txt')
  const without = create.slice(0, -2)
  const withFile = [...without, '--owner-password-file', file]
  writeFileSync(file, 'correct horse\r\nanother line\n')
  assert.equal((await json<{ name: string }>(withFile)).name, 'Acme')
  for (const [args, text, problem] of [
    [withFile, 'short', /8 to 200 characters/],
    [withFile, '\ncorrect horse', /the first line of .* is empty/],
    [[...create, '--owner-password-file', file], 'correct horse', /not both/],
    [without, '', /needs --owner-password-file FILE/],
  ] as const) {
    writeFileSync(file, text)
    const { code, stderr } = await runCommand([...args], env)
    assert.equal(code, 2)
    assert.match(stderr, problem)
  }
})

test('a command that finds no database says that it has made one, and where: its service may use another one', async () => {
  const fresh = { DATA_DIR: temporaryFolder(), SECRET_KEYS, PORT: '0' }
  const first = await proSignal(['teams', 'list'], fresh)
  assert.equal(first.code, 0, first.stderr)
  assert.match(
    first.stderr,
    new RegExp(`^Made a new database in ${fresh.DATA_DIR}\\. If your service uses another one`),
  )
  assert.equal((await proSignal(['teams', 'list'], fresh)).stderr, '')
  assert.equal((await runCommand(['teams', 'list'], env)).stderr, '')
})
