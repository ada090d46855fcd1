// The operator's commands about signing in, and what doctor says about the provider.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { SignOnProvider } from '../../../test/harness/sign-on-provider.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { createTeam, type Team } from '../../account/teams/index.ts'
import { type Config, loadConfig } from '../../platform/config/config.ts'
import { checkSignOn } from '../operate/doctor/sign-on.ts'
import { accountsCommands } from './accounts.ts'
import { teamSignOnCommand } from './team-sign-on.ts'

const PUBLIC_URL = 'https://signals.acme.example'
const OWNER = 'owner@acme.example'

let db: Awaited<ReturnType<typeof openTestDatabase>>
let team: Team
let other: Team
let provider: SignOnProvider
let config: Config
let without: Config
before(async () => {
  db = await openTestDatabase()
  provider = await new SignOnProvider().start(PUBLIC_URL)
  config = loadConfig({ DATABASE_URL: db.url, PUBLIC_URL, ...provider.env })
  without = loadConfig({ DATABASE_URL: db.url, PUBLIC_URL })
  team = await createTeam(db, { name: 'Acme', plan: 'pro' }, { email: OWNER, password: 'a password' })
  other = await createTeam(
    db,
    { name: 'Globex', plan: 'pro' },
    { email: 'owner@globex.example', password: 'a password' },
  )
})

const signOn = (args: readonly string[], settings = config) =>
  typeCommand([teamSignOnCommand], ['teams', 'sign-on', ...args], settings)

test('an operator maps domains to a team, and a domain has one', async () => {
  const { text } = await signOn([team.id, '--add', ' @ACME.example', '--add', 'acme.co', '--role', 'owner'])
  assert.match(text ?? '', /acme\.co \(as owner\), acme\.example \(as owner\)/)
  const { json } = await signOn([team.id, '--add', 'acme.example', '--remove', 'acme.co'])
  assert.deepEqual((json as { domains: unknown }).domains, [{ domain: 'acme.example', defaultRole: 'member' }])
  await assert.rejects(signOn([other.id, '--add', 'acme.example']), /belongs to another team/)
  await assert.rejects(signOn([other.id, '--remove', 'acme.example']), /has no domain acme\.example/)
  await assert.rejects(signOn([other.id, '--add', 'gmail.com']), /Anyone can have an address of gmail\.com/)
  for (const wrong of ['acme', 'acme .example', 'a@b@c.example', 'https://acme.example']) {
    await assert.rejects(signOn([other.id, '--add', wrong]), /is not a domain/, wrong)
  }
})

test('requiring it needs a domain, and keeps one', async () => {
  await assert.rejects(signOn([other.id, '--require', 'on']), /has no domain yet/)
  const { text } = await signOn([team.id, '--require', 'on'])
  assert.match(text ?? '', /don’t open this team/)
  await assert.rejects(signOn([team.id, '--remove', 'acme.example']), /must keep a domain/)
  assert.match((await signOn([team.id], without)).text ?? '', /accounts sign-in-link, or --require off/)
  await signOn([team.id, '--require', 'off', '--remove', 'acme.example'])
  await signOn([team.id, '--add', 'acme.example'])
})

test('a link signs a person in; a missing second factor can’t be removed', async () => {
  const link = await typeCommand(accountsCommands, ['accounts', 'sign-in-link', '--email', OWNER], config)
  assert.match((link.json as { link: string }).link, /^https:\/\/signals\.acme\.example\/sign-in-link#\w{43}$/)
  const unknown = typeCommand(accountsCommands, ['accounts', 'sign-in-link', '--email', 'nobody@acme.example'], config)
  await assert.rejects(unknown, /There is no account/)
  const remove = typeCommand(accountsCommands, ['accounts', 'remove-second-factor', '--email', OWNER], config)
  await assert.rejects(remove, /has no second factor/)
})

test('doctor asks the provider, and shows who is locked out without it', async () => {
  const fine = await checkSignOn(db, config)
  assert.equal(fine.verdict, 'ok', fine.message)
  assert.match(fine.message, /its redirect URI is https:\/\/signals\.acme\.example\/sign-on\/callback/)
  assert.equal((await checkSignOn(db, without)).verdict, 'ok')
  const wrong = loadConfig({ DATABASE_URL: db.url, ...provider.env, OIDC_ISSUER: `${provider.issuer}/elsewhere` })
  assert.equal((await checkSignOn(db, wrong)).verdict, 'problem')

  await signOn([team.id, '--require', 'on'])
  const missing = await checkSignOn(db, without)
  assert.equal(missing.verdict, 'problem')
  assert.match(missing.message, /OIDC_ISSUER is not set, and 1 team accepts no passwords: .*sign-in-link/)
  provider.stop()
  const down = await checkSignOn(db, config)
  assert.equal(down.verdict, 'problem')
  assert.match(down.message, /can't be used: .*1 team accepts no passwords/)
})
