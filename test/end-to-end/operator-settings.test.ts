// An operator's commands for users of the settings screen, and their effects on the screen.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { contract } from '../../src/settings-contract/index.ts'
import { Browser } from '../harness/browser.ts'
import { runCommand } from '../harness/command-line.ts'
import { type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'

let settings: SettingsService
let team: TestTeam
before(async () => {
  settings = await startSettings()
  team = await settings.newTeam()
})

async function command<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], { DATABASE_URL: settings.databaseUrl })
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as T
}

test('an operator can create a reset link that works in the browser, and end sessions', async () => {
  const { email } = team.owner
  const browser = await settings.browserOf(team.owner, team.teamId)
  const resetLink = await command<{ link: string; email: string }>(
    ...['accounts', 'reset-password', '--email', email, '--url', 'https://signal.example/some/path'],
  )
  assert.match(resetLink.link, /^https:\/\/signal\.example\/reset-password#\w{43}$/)
  const ended = await command<{ sessionsEnded: number }>('accounts', 'sign-out', '--email', email)
  assert.equal(ended.sessionsEnded, 1)
  await browser.refused(contract.getSession, {}, 401, 'not_signed_in')
  const fresh = new Browser(settings.url)
  const body = { token: resetLink.link.split('#')[1] ?? '', newPassword: 'set by the link' }
  assert.deepEqual(await fresh.call(contract.resetPassword, { body }), { email })
  await fresh.call(contract.signIn, { body: { email, password: 'set by the link' } })
})

test('an unknown address and a bad URL are errors', async () => {
  const env = { DATABASE_URL: settings.databaseUrl }
  const unknown = await runCommand(['accounts', 'reset-password', '--email', 'nobody@example.com'], env)
  assert.deepEqual([unknown.code, unknown.stderr], [4, 'pro-signal: There is no account for nobody@example.com.\n'])
  const bad = await runCommand(['accounts', 'reset-password', '--email', team.owner.email, '--url', 'ftp://x'], env)
  assert.equal(bad.code, 2)
  assert.match(bad.stderr, /--url must be like https:/)
})

test('the changes of an operator are in the audit log of the team, without a person', async () => {
  const { teamId } = await settings.newTeam()
  const owner = await settings.newMember(teamId, 'owner')
  const key = await command<{ id: string }>('keys', 'create', '--team', teamId, '--name', 'By hand')
  const next = await command<{ id: string }>('keys', 'rotate', key.id, '--grace', '1h')
  await command('keys', 'revoke', next.id)
  await command('teams', 'set-plan', '--team', teamId, '--plan', 'free')
  await command('teams', 'limits', '--team', teamId, '--set', 'perMinute=60', '--set', 'dailyRequests=default')
  await command('teams', 'limits', '--team', teamId)
  const browser = await settings.browserOf(owner, teamId)
  const { entries } = await browser.call(contract.listAudit, { query: {} })
  assert.deepEqual(
    entries.map(({ action, actor, target, details }) => [action, actor, target?.name, details]),
    [
      ['team.limits_changed', null, undefined, { perMinute: 60, dailyRequests: 'default' }],
      ['team.plan_changed', null, undefined, { plan: 'free' }],
      ['key.revoked', null, 'By hand', {}],
      ['key.rotated', null, 'By hand', { grace: '1h' }],
      ['key.created', null, 'By hand', {}],
    ],
  )
})
