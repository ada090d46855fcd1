// `npm run check:docs` follows the documents as a new user does: the shell commands of the README, then of every page in
// the order of docs/README.md, in one folder like a fresh clone. It takes one to three minutes, so `npm test` leaves it out.

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageRoot } from '../../src/platform/config/config.ts'
import { cleanup } from '../harness/cleanup.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { freePort } from '../harness/free-port.ts'
import { openReceiver } from '../harness/receivers.ts'
import { readSavedFiles, readShellCommands, type ShellCommand } from '../harness/shell-commands.ts'

/** Commands that are not run here. Each pattern must match a command of some document. */
const NOT_RUN: readonly (readonly [command: RegExp, why: string])[] = [
  [/^npm test\b|^\.ci\/run/, 'the tests'],
  [/^npm ci\b/, 'the dependencies of the checkout are linked'],
  [
    /^npm run (dev|screenshots|walk|check|fmt|gen|fuzz|soak|bench|test:times)\b/,
    'tools of developers, which take minutes or never end',
  ],
  [/^npm run build:client|examples\/client\/main\.js/, 'examples/client/main.test.ts runs it'],
  [/^npm pack --workspace client|your-project/, 'client/test/package.test.ts packs and installs the client'],
  [
    /^npm pack {2}|^tar -xzf pro-signal-|^npm install --omit=dev/,
    'installs what serving needs once more, which takes a minute',
  ],
  [/^TEST_DATABASE_URL=/, 'needs a PostgreSQL of the reader'],
  [/^echo "SECRET_KEYS=|^npm run build:screen|^bin\/pro-signal serve\b/, 'own-postgresql.test.ts starts it this way'],
  [/^docker |docker compose|^printf 'POSTGRES_PASSWORD=/, 'needs Docker'],
  [
    /systemctl|systemd-run|journalctl|^useradd|^userdel|^as_service|\/opt\/|\/etc\/|\/var\/lib\//,
    'needs a machine with systemd, as root',
  ],
  [/^claude mcp add/, 'needs an assistant'],
  [/mail test/, 'needs a mail server'],
  [/…/, 'has values that only the reader knows'],
  [/matches (accept|reject) \d/, 'the ids are those that matches list shows'],
  [/^sleep /, 'the search after it is repeated until it finds something'],
]

/** Commands that run until they are stopped, in their own terminal. */
const STARTS = /^npm start\b|^bin\/pro-signal demo boards\b/
/** A password is typed on a terminal, which there is none of here. */
const ASKS_FOR_PASSWORD = /^bin\/pro-signal teams create\b[^#]*/
/** A request that the document shows because of its error. */
const SHOWS_ERROR = /countrys=DE/
/** Jobs are collected while the reader waits. */
const WAITS_FOR_JOBS = /account-1\.example/

const folder = temporaryFolder()
const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8')
const running = new Map<string, ChildProcess>()
let env: Record<string, string>
let ports: { readonly service: number; readonly boards: number; readonly receiver: number }

before(async () => {
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: packageRoot,
    encoding: 'utf8',
  })
  for (const file of tracked.split('\0').filter((path) => path && existsSync(join(packageRoot, path)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(packageRoot, file), join(folder, file))
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  if (existsSync(join(packageRoot, 'web/dist'))) {
    cpSync(join(packageRoot, 'web/dist'), join(folder, 'web/dist'), { recursive: true })
  }
  const receiver = await openReceiver((request, response) => void request.resume().on('end', () => response.end('ok')))
  ports = { service: await freePort(), boards: await freePort(), receiver: receiver.port }
  const home = join(folder, '.home')
  mkdirSync(home)
  // A reply with an error fails the command.
  writeFileSync(join(home, '.curlrc'), 'fail-with-body\nsilent\n')
  writeFileSync(join(folder, 'slack-url.txt'), `http://127.0.0.1:${ports.receiver}/services/T0/B0/secret\n`)
  env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    PORT: String(ports.service),
    // Nothing may be asked beyond this machine, whatever a document says.
    COLLECT_REROUTE: `http://127.0.0.1:${ports.boards}`,
    ALLOW_LOOPBACK_WEBHOOKS: '1',
  }
})
cleanup(async () => {
  for (const name of running.keys()) await stop(name)
})

/** The README, the pages in the order of their index, and what the index doesn't name. */
function documentsInOrder(): string[] {
  const linked = [...read('docs/README.md').matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, path = '']) =>
    join('docs', path),
  )
  const all = globSync('{*,docs/*,examples/**/*,client/*}.md', { cwd: packageRoot }).toSorted()
  return [...new Set(['README.md', ...linked, ...all])].filter((file) => file !== 'CHANGELOG.md')
}

const documents = documentsInOrder()
const skipped = new Set<RegExp>()

for (const file of documents) {
  const commands = readShellCommands(file, read(file))
  if (commands.length === 0) continue
  test(file, { timeout: 300_000 }, async () => {
    for (const { name, content } of readSavedFiles(read(file))) writeFileSync(join(folder, name), content)
    const terminal = openTerminal()
    for (const command of commands) await follow(command, terminal)
    terminal.close()
  })
}

test('every reason to leave a command out is still needed', () => {
  assert.deepEqual(
    NOT_RUN.map(([pattern]) => pattern).filter((pattern) => !skipped.has(pattern)),
    [],
  )
})

test('a command that fails is found, and a variable without a value', async () => {
  const terminal = openTerminal()
  for (const text of ['false | true', 'bin/pro-signal nothing', 'TEAM=$(echo undefined)', 'TEAM=$(true)']) {
    await assert.rejects(expectSuccess({ file: 'planted.md', line: 1, text }, terminal, text), text)
  }
  terminal.close()
})

async function follow(command: ShellCommand, terminal: Terminal): Promise<void> {
  const { text } = command
  const reason = NOT_RUN.find(([pattern]) => pattern.test(text))
  if (reason) {
    skipped.add(reason[0])
    return
  }
  const typed = withOwnPorts(text)
  if (STARTS.test(text)) {
    const printed = await start(typed)
    const [, search] = /^ {2}(curl .*)$/m.exec(printed) ?? []
    if (search) await expectSuccess({ ...command, text: search }, terminal, search)
  } else if (SHOWS_ERROR.test(text)) assert.equal((await terminal.run(typed)).code, 22, text)
  else if (WAITS_FOR_JOBS.test(text) && text.startsWith('curl')) await expectCompanies(typed, terminal)
  else {
    const answered = typed.replace(ASKS_FOR_PASSWORD, 'echo "correct horse" | $&--owner-password-file - ')
    await expectSuccess(command, terminal, answered)
  }
}

async function expectSuccess({ file, line, text }: ShellCommand, terminal: Terminal, typed: string): Promise<void> {
  const { code, output } = await terminal.run(typed)
  assert.equal(code, 0, `${file}:${line}: ${text}\n${output}`)
  const [, variable] = /^(?:export )?(\w+)=\$\(/.exec(text) ?? []
  if (variable)
    assert.match((await terminal.run(`echo "$${variable}"`)).output, /^(?!undefined)\S+\n$/, `${file}:${line}`)
}

async function expectCompanies(typed: string, terminal: Terminal): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(500)) {
    const { output } = await terminal.run(typed)
    if (/"total":[1-9]/.test(output)) return
    assert.ok(Date.now() < deadline, `nothing was collected: ${output}`)
  }
}

function withOwnPorts(text: string): string {
  return text
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.service}`)
    .replaceAll('127.0.0.1:4010', `127.0.0.1:${ports.boards}`)
    .replaceAll('https://hooks.acme.example', `http://127.0.0.1:${ports.receiver}`)
    .replace(/^bin\/pro-signal demo boards/, `bin/pro-signal demo boards --port ${ports.boards}`)
}

/** Starts a command in a process group of its own, instead of the one that runs, and returns what it printed. */
async function start(typed: string): Promise<string> {
  const name = typed.split(/ {2,}/)[0] ?? typed
  await stop(name)
  const child = spawn('bash', ['-c', typed], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  running.set(name, child)
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data
        if (/Stop it with Ctrl-C|http:\/\/127\.0\.0\.1:\d+ .*\n/.test(output)) resolve(output)
      })
    }
    child.once('exit', () => reject(new Error(`${typed} ended: ${output}`)))
  })
}

async function stop(name: string): Promise<void> {
  const child = running.get(name)
  if (child?.pid === undefined || child.exitCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGINT')
  await ended
}

interface Terminal {
  run(typed: string): Promise<{ readonly code: number; readonly output: string }>
  close(): void
}

/** One shell for a document: a variable that a command sets is there for the next one. */
function openTerminal(): Terminal {
  const shell = spawn('bash', ['-o', 'pipefail'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  return {
    async run(typed) {
      shell.stdin.write(`{ ${typed}\n} < /dev/null 2>&1\nprintf '\\nEXIT %s\\n' "$?"\n`)
      const printed: string[] = []
      for (;;) {
        const { value, done } = await lines.next()
        assert.ok(!done, `the shell ended: ${typed}`)
        const [, code] = /^EXIT (\d+)$/.exec(value) ?? []
        if (code !== undefined) return { code: Number(code), output: printed.join('\n') }
        printed.push(value)
      }
    },
    close: () => void shell.stdin.end(),
  }
}
