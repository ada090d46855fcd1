// `npm run check:container` builds the Dockerfile and runs the image, as root on a Debian with mmdebstrap, buildah and runc.
// Its two base images are made from Debian's packages: no registry of images is asked. About two minutes.

import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageRoot } from '../../src/platform/config/config.ts'
import { cleanup } from '../harness/cleanup.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { freePort } from '../harness/free-port.ts'

const NEEDED = ['mmdebstrap', 'buildah', 'runc']
const missing = NEEDED.filter((tool) => ['/usr/bin', '/usr/sbin'].every((path) => !existsSync(join(path, tool))))
const skip =
  process.getuid?.() !== 0 ? 'needs root' : missing.length > 0 ? `needs apt install ${missing.join(' ')}` : false

/** Beyond what the base image has. */
const MAX_OWN_MB = 280
const USER = 1000
/** What debian:trixie-slim leaves out. */
const LEFT_OUT = ['man', 'doc', 'locale', 'info'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)

const folder = temporaryFolder()
const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: buildEnv }).trim()
const buildEnv = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
const buildah = (...args: string[]) =>
  run('buildah', ['--root', `${folder}/store`, '--runroot', `${folder}/run`, ...args])
const runc = (...args: string[]) => run('runc', ['--root', `${folder}/runc`, ...args])

cleanup(() => {
  if (skip !== false) return
  buildah('umount', '--all')
  // That of the store itself, where buildah leaves one.
  spawnSync('umount', [join(folder, 'store/overlay')])
})
before(
  () => {
    if (skip !== false) return
    makeBaseImages()
    const certificates = ['--volume', '/etc/ssl/certs:/etc/ssl/certs:ro']
    const npmrc = existsSync('/usr/etc/npmrc') ? ['--volume', '/usr/etc/npmrc:/usr/local/etc/npmrc:ro'] : []
    buildah('bud', '--pull-never', '--layers=false', ...certificates, ...npmrc, '--tag', 'pro-signal', packageRoot)
  },
  { timeout: 600_000 },
)

function makeBaseImages(): void {
  const archive = join(folder, 'debian.tar')
  run('mmdebstrap', ['--variant=minbase', ...LEFT_OUT, debianRelease(), archive])
  const debian = buildah('from', 'scratch')
  buildah('add', debian, archive, '/')
  buildah('commit', debian, 'docker.io/library/debian:trixie-slim')
  const node = buildah('from', 'docker.io/library/debian:trixie-slim')
  buildah('copy', node, process.execPath, '/usr/local/bin/node')
  buildah('copy', node, npmFolder(), '/usr/local/lib/node_modules/npm')
  buildah('run', node, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  buildah('commit', node, 'docker.io/library/node:24-slim')
}

/** The npm that runs this: the pinned Node has none. */
function npmFolder(): string {
  const { npm_execpath } = process.env
  return npm_execpath ? dirname(dirname(npm_execpath)) : join(run('npm', ['root', '--global']), 'npm')
}

/** This machine's own, whose packages it can get. */
function debianRelease(): string {
  return /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
}

test('the image is small: what it adds to Debian', { skip }, (t) => {
  const megabytes = (image: string) => sizeOf(buildah('mount', buildah('from', '--pull-never', image)))
  const own = megabytes('localhost/pro-signal') - megabytes('docker.io/library/debian:trixie-slim')
  t.diagnostic(`${own} MB`)
  assert.ok(own < MAX_OWN_MB, `${own} MB`)
})

const sizeOf = (path: string) => Number(run('du', ['-sm', path]).split('\t')[0])

test('it serves, not as root, on a read-only file system, and ends with SIGTERM', {
  skip,
  timeout: 120_000,
}, async () => {
  const port = await freePort()
  const container = buildah('from', '--pull-never', 'localhost/pro-signal')
  const bundle = writeBundle(buildah('mount', container), imageOf(container), port)
  const child = spawn('runc', ['--root', `${folder}/runc`, 'run', '--bundle', bundle, 'pro-signal'], {
    stdio: 'inherit',
  })
  cleanup(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  await waitUntilReady(port)
  assert.match(runc('exec', 'pro-signal', 'pro-signal', 'doctor'), /ok {2}screen/)
  assert.match(await (await fetch(`http://127.0.0.1:${port}/`)).text(), /<script/)
  assert.throws(() => runc('exec', 'pro-signal', 'touch', '/app/x'), /Read-only/)
  const bill = runc('exec', 'pro-signal', 'cat', '/app/sbom.cdx.json')
  assert.match(bill, /pkg:npm\/fastify@/)
  assert.doesNotMatch(bill, /pkg:npm\/(vite|react)@/, 'what is not in the image')
  assert.ok(readdirSync(join(folder, 'data')).includes('postgres'))
  runc('kill', 'pro-signal', 'TERM')
  assert.deepEqual(await ended, [0, null])
})

interface Image {
  readonly User: string
  readonly Env: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
}

function imageOf(container: string): Image {
  return JSON.parse(buildah('inspect', container)).OCIv1.config as Image
}

/** For runc: what the image says, this machine's network, and no rights of root. */
function writeBundle(rootPath: string, image: Image, port: number): string {
  const bundle = join(folder, 'bundle')
  const data = join(folder, 'data')
  for (const path of [bundle, data]) mkdirSync(path)
  chownSync(data, USER, USER)
  assert.equal(image.User, 'pro-signal')
  runc('spec', '--bundle', bundle)
  const spec = JSON.parse(readFileSync(join(bundle, 'config.json'), 'utf8'))
  spec.root = { path: rootPath, readonly: true }
  spec.process = {
    ...spec.process,
    terminal: false,
    user: { uid: USER, gid: USER },
    args: image.Cmd,
    cwd: image.WorkingDir,
    env: [...image.Env, 'HOST=127.0.0.1', `PORT=${port}`, 'ALLOW_PLAIN_HTTP=1'],
    capabilities: {},
    rlimits: [{ type: 'RLIMIT_NOFILE', hard: 20_000, soft: 20_000 }],
  }
  const kept = ({ type }: { type: string }) => !['network', 'cgroup'].includes(type)
  spec.linux.namespaces = spec.linux.namespaces.filter(kept)
  spec.mounts = [
    ...spec.mounts.filter(({ destination }: { destination: string }) => !/^\/sys|mqueue$/.test(destination)),
    { destination: '/data', type: 'bind', source: data, options: ['rbind', 'rw'] },
    { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
  ]
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(spec))
  return bundle
}

async function waitUntilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    await sleep(200)
  }
  assert.fail('it is not ready after a minute')
}
