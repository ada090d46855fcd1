// Sets up a fresh clone and finds the Node to continue on. It runs before anything is installed, on the machine's Node, so
// it is plain JavaScript that uses only Node's own modules.
//
// It stores no state: npm writes node_modules/.package-lock.json as the last step of an install, so comparing it
// with package-lock.json shows whether the last install finished and is up to date.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bytesBelow, GIVE_UP_MS, watchInstall } from './watch-install.js'

export const root = fileURLToPath(new URL('..', import.meta.url))
const pinnedNode = join(root, 'node_modules/.bin/node')
const lockFolder = join(root, '.setup-lock')

const LOCK_FILE = join(root, 'package-lock.json')
const INSTALLED_FILE = join(root, 'node_modules/.package-lock.json')

/** Whether this process holds the lock. */
let locked = false

/** The first Node that runs TypeScript without flags. */
const MIN_NODE = { major: 22, minor: 18 }
const INSTALL_TIMEOUT_MINUTES = 10

/**
 * Installs what is missing and returns the Node to run on: the pinned one, or the machine's if it is new enough.
 * @param {{ dev?: boolean }} [wanted] dev: also installs the tools of tests and checks, which serving doesn't need
 */
export async function prepare({ dev = false } = {}) {
  // Node runs no TypeScript there.
  if (/[\\/]node_modules[\\/][^\\/]+[\\/]$/.test(root))
    return fail(
      `Pro Signal can't run as a dependency of another package, in ${root}. Unpack it instead: tar -xzf pro-signal-….tgz && cd package && npm install --omit=dev --ignore-scripts`,
    )
  if (missing(dev)) await withInstallLock(async () => missing(dev) && (await install(dev)))
  if (existsSync(pinnedNode)) return pinnedNode
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MIN_NODE.major || (major === MIN_NODE.major && minor >= MIN_NODE.minor)) return process.execPath
  return fail(
    `Node ${process.versions.node} is too old and no pinned Node exists for ${process.platform}-${process.arch}: install Node 24.`,
  )
}

/**
 * Read when a process starts. Compiled sources that are kept halve the time until it works. And by itself glibc keeps much
 * of what is freed: room for every thread, and large pieces between small ones. With these limits an import needs 350
 * instead of 415 MB, and the same time.
 */
const START_ENV = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

/**
 * Runs a script on the given Node and exits with its exit code. Signals reach the script itself: this process becomes that
 * of the script, where it can. Only on a Node of before 22.15, or on Windows, it stays as a parent process.
 * @param {string} node @param {string} script @param {string[]} args
 */
export async function runOn(node, script, args) {
  const isThisNode = node === process.execPath || sameFile(node, process.execPath)
  const isStarted = isThisNode && Object.keys(START_ENV).every((name) => process.env[name] !== undefined)
  const env = { ...START_ENV, ...process.env }
  // What watches this process by IPC would lose it.
  if (!isStarted && process.execve && process.platform !== 'win32' && !process.connected) {
    process.execve(node, [node, ...(isThisNode ? process.execArgv : []), script, ...args], env)
  }
  if (isThisNode) {
    process.argv = [process.execPath, script, ...args]
    nodeModule.enableCompileCache?.(START_ENV.NODE_COMPILE_CACHE)
    await import(script)
    return
  }
  // The IPC channel closes when this process is killed, so the child notices.
  const child = spawn(node, [script, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}

/** @param {boolean} dev */
function missing(dev) {
  const lockedPackages = packagesOf(LOCK_FILE)
  const installed = packagesOf(INSTALLED_FILE)
  if (!lockedPackages && isPacked(installed)) return false
  if (!lockedPackages)
    return fail(
      'package-lock.json is missing or damaged: restore it from the repository. In a folder made by npm pack, run npm install --omit=dev --ignore-scripts.',
    )
  if (!installed) return true
  return Object.entries(lockedPackages).some(([path, entry]) => {
    // This package and the client are folders of the clone: whatever their version, they are there.
    if (!path.startsWith('node_modules/') || (entry.dev && !dev)) return false
    const current = installed[path]
    // Optional packages of other platforms aren't installed.
    if (!current) return !(entry.optional || entry.devOptional)
    return current.version !== entry.version
  })
}

/**
 * `npm pack` leaves package-lock.json out. In such a folder, `npm install` has installed the exact versions that
 * package.json names.
 * @param {ReturnType<typeof packagesOf>} installed
 */
function isPacked(installed) {
  if (existsSync(LOCK_FILE)) return false
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries(dependencies).every(
    ([name, version]) => installed?.[`node_modules/${name}`]?.version === version,
  )
}

/** @param {string} file @returns {Record<string, {version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean}> | undefined} */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** @param {boolean} dev */
async function install(dev) {
  // A service may be running from node_modules, and `npm ci` removes that folder: what is only added is added with
  // `npm install`. It reads package-lock.json too, and with --no-save it doesn't write it.
  const adds = dev && !missing(false)
  process.stderr.write(
    `Installing ${adds ? 'the tools of tests and checks' : 'dependencies'} (once, about half a minute)…\n`,
  )
  const npm = process.env.npm_execpath
  const omitted = dev || hasDevTools() ? [] : ['--omit=dev']
  // No package needs an install script, so none is run.
  const args = [
    ...(adds ? ['install', '--no-save'] : ['ci', ...omitted]),
    ...['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
  ]
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  // npm passes its settings to scripts as npm_config_*. `npm start --omit=dev` must not change this install.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(omit|production)$/i.test(name)),
  )
  delete env.NODE_ENV
  const child = spawn(command, [...first, ...args], { cwd: root, stdio: ['ignore', 2, 2], env })
  // If this process is killed, npm continues, so the lock belongs to npm's process.
  if (child.pid) writeFileSync(join(lockFolder, 'pid'), String(child.pid))
  /** @type {number | undefined} */
  let interrupted
  const stops = Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }).map(([signal, code]) => {
    const stop = () => {
      interrupted = code
      child.kill(/** @type {NodeJS.Signals} */ (signal))
    }
    process.on(signal, stop)
    return { signal, stop }
  })
  let gaveUp = false
  const endWatch = watchInstall({
    bytes: () => bytesSoFar(),
    tell: (line) => void process.stderr.write(`${line}\n`),
    giveUp() {
      gaveUp = true
      child.kill('SIGTERM')
    },
  })
  /** @type {number | null | Error} */
  const status = await new Promise((resolve) => {
    child.on('error', resolve)
    child.on('exit', (code) => resolve(code))
  })
  endWatch()
  for (const { signal, stop } of stops) process.off(signal, stop)
  if (interrupted !== undefined) leave(interrupted)
  if (status instanceof Error) fail(`npm couldn't be started (${status.message}): install npm and try again.`)
  if (gaveUp)
    fail(
      `Nothing arrived for ${GIVE_UP_MS / 60_000} minutes, so the install was given up: npm ping tells whether the registry is reachable. A proxy is set with npm config set https-proxy.`,
    )
  if (status !== 0)
    fail(`npm ${args[0]} failed (see the reason above): check the network, the free disk space and package-lock.json.`)
}

function bytesSoFar() {
  const modules = join(root, 'node_modules')
  return existsSync(modules) ? bytesBelow(modules) : 0
}

/** An update of the dependencies doesn't remove a developer's tools. */
function hasDevTools() {
  return Object.values(packagesOf(INSTALLED_FILE) ?? {}).some((entry) => entry.dev)
}

/** A mutex: `npm start` and `npm test` may run at the same time, but only one may install. @param {() => Promise<unknown>} work */
async function withInstallLock(work) {
  const giveUp = Date.now() + INSTALL_TIMEOUT_MINUTES * 60_000
  while (!takeLock()) {
    if (Date.now() > giveUp) fail(`Another install holds ${lockFolder}: remove it if none is running.`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  try {
    await work()
  } finally {
    rmSync(lockFolder, { recursive: true, force: true })
  }
}

function takeLock() {
  try {
    mkdirSync(lockFolder)
    locked = true
    writeFileSync(join(lockFolder, 'pid'), String(process.pid))
    return true
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code
    if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC')
      return fail(`${root} cannot be written (${code}): dependencies are missing and cannot be installed there.`)
    if (code !== 'EEXIST') throw error
  }
  if (!holderAlive()) {
    // Renamed before it is removed: only one of several waiting processes succeeds, and none removes another's new lock.
    try {
      const renamed = `${lockFolder}-${process.pid}`
      renameSync(lockFolder, renamed)
      rmSync(renamed, { recursive: true, force: true })
    } catch {
      // Another process renamed it first.
    }
  }
  return false
}

/** A process that was killed leaves its lock behind, perhaps before it wrote its process id. */
function holderAlive() {
  try {
    const pid = existsSync(join(lockFolder, 'pid')) ? Number(readFileSync(join(lockFolder, 'pid'), 'utf8')) : 0
    return pid > 0 ? alive(pid) : Date.now() - statSync(lockFolder).mtimeMs < 5_000
  } catch {
    return true // The lock was just released: the next try takes it.
  }
}

/** @param {number} pid */
function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {string} a @param {string} b */
function sameFile(a, b) {
  const [left, right] = [statSync(a), statSync(b)]
  return left.ino === right.ino && left.dev === right.dev
}

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`pro-signal: ${message}\n`)
  return leave(1)
}

/** Exits and releases the lock. @param {number} code @returns {never} */
function leave(code) {
  if (locked) rmSync(lockFolder, { recursive: true, force: true })
  process.exit(code)
}
