// Makes a fresh clone ready, and finds the runtime to go on with. It runs before anything is installed, on whatever
// Node the machine has, so it is plain JavaScript that uses nothing but Node's own modules.
//
// Nothing is remembered between runs: npm writes node_modules/.package-lock.json as the last step of an install, so
// comparing it with package-lock.json tells whether the last install finished and is the one that is wanted.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const pinnedNode = join(root, 'node_modules/.bin/node')
const lockFolder = join(root, '.setup-lock')

/** Whether the lock is ours. */
let locked = false

/** The least Node that runs TypeScript sources as they are. */
const LEAST_NODE = { major: 22, minor: 18 }
const INSTALL_MINUTES = 10

/**
 * Installs what is missing and returns the Node to run on: the pinned one, else the machine's own if it is new enough.
 * @param {{ dev?: boolean }} [wanted] dev: the tools of the checks are wanted too
 */
export async function prepare({ dev = false } = {}) {
  if (missing(dev)) await withInstallLock(async () => missing(dev) && (await install()))
  if (existsSync(pinnedNode)) return pinnedNode
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > LEAST_NODE.major || (major === LEAST_NODE.major && minor >= LEAST_NODE.minor)) return process.execPath
  return fail(
    `Node ${process.versions.node} is too old and no pinned Node exists for ${process.platform}-${process.arch}: install Node 24.`,
  )
}

/**
 * Runs a script on the given Node and ends as it ends. On the very Node that runs now it is imported into this process,
 * so that a signal or a kill meets the service itself; only the first start on an older Node has a parent in between.
 * @param {string} node @param {string} script @param {string[]} args
 */
export async function hand(node, script, args) {
  if (node === process.execPath || sameFile(node, process.execPath)) {
    process.argv = [process.execPath, script, ...args]
    // What Node makes of the sources is kept between runs, which halves the time to start.
    nodeModule.enableCompileCache?.(join(root, 'node_modules/.cache/compiled'))
    await import(script)
    return
  }
  // The fourth channel lets the child notice that this process was killed: its end closes it.
  const child = spawn(node, [script, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}

/** @param {boolean} dev */
function missing(dev) {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const installed = packagesOf(join(root, 'node_modules/.package-lock.json'))
  if (!wanted) return fail('package-lock.json is missing or damaged: restore it from the repository.')
  if (!installed) return true
  return Object.entries(wanted).some(([path, entry]) => {
    if (path === '' || (entry.dev && !dev)) return false
    const found = installed[path]
    // An optional package of another platform is rightly absent.
    if (!found) return !(entry.optional || entry.devOptional)
    return found.version !== entry.version
  })
}

/** @param {string} file @returns {Record<string, {version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean}> | undefined} */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

async function install() {
  process.stderr.write('Installing dependencies (once, about half a minute) …\n')
  const npm = process.env.npm_execpath
  // No package here needs an install script, so none is run.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  // npm hands its own settings to scripts as npm_config_*; `npm start --omit=dev` and the like must not leak in here.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(omit|production)$/i.test(name)),
  )
  delete env.NODE_ENV
  const child = spawn(command, [...first, ...args], { cwd: root, stdio: ['ignore', 2, 2], env })
  // If we are killed, npm goes on: the lock is its as long as it does.
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
  /** @type {number | null | Error} */
  const status = await new Promise((resolve) => {
    child.on('error', resolve)
    child.on('exit', (code) => resolve(code))
  })
  for (const { signal, stop } of stops) process.off(signal, stop)
  if (interrupted !== undefined) leave(interrupted)
  if (status instanceof Error) fail(`npm could not be run (${status.message}): install npm and try again.`)
  if (status !== 0)
    fail(
      'npm ci failed (its reason stands above): the network, the free disk space, or a package-lock.json out of step.',
    )
}

/** One install at a time in this folder: `npm start` and `npm test` may be typed side by side. @param {() => Promise<unknown>} work */
async function withInstallLock(work) {
  const giveUp = Date.now() + INSTALL_MINUTES * 60_000
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
    // Set aside before it is removed: of two that wait, only one can, and neither removes the other's new lock.
    try {
      const aside = `${lockFolder}-${process.pid}`
      renameSync(lockFolder, aside)
      rmSync(aside, { recursive: true, force: true })
    } catch {
      // The other one was quicker.
    }
  }
  return false
}

/** A holder that was killed leaves its folder behind, perhaps before it could write its process id. */
function holderAlive() {
  try {
    const pid = existsSync(join(lockFolder, 'pid')) ? Number(readFileSync(join(lockFolder, 'pid'), 'utf8')) : 0
    return pid > 0 ? alive(pid) : Date.now() - statSync(lockFolder).mtimeMs < 5_000
  } catch {
    return true // gone meanwhile: the next try takes it
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

/** Leaves no lock of its own behind. @param {number} code @returns {never} */
function leave(code) {
  if (locked) rmSync(lockFolder, { recursive: true, force: true })
  process.exit(code)
}
