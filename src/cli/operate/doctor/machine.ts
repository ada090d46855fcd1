// What can be checked without the database: the runtime, the disk, the files with secrets, the built screen.

import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isScreenBuilt } from '../../../http/serving.ts'
import { readToolsFile, shippedTools } from '../../../meaning/tools/index.ts'
import { AppError, reasonOf } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import { freeBytes } from '../../../platform/free-bytes.ts'
import { count } from '../../counted.ts'
import { type Finding, graded } from './finding.ts'

const NODE_MAJOR = 24
const FREE_MB = { problem: 100, warning: 1_000 }
const SECRET_FILES = ['postgres-password', 'secret-key', 'demo-key', 'demo-password']

export function checkRuntime(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  const verdict = major === NODE_MAJOR ? 'ok' : 'warning'
  const advice = verdict === 'ok' ? '' : `; this version is tested on Node ${NODE_MAJOR}`
  return {
    check: 'runtime',
    verdict,
    message: `Node ${process.versions.node} on ${process.platform}-${process.arch}${advice}`,
  }
}

export function checkDisk({ DATA_DIR }: Config): Finding {
  let folder = DATA_DIR
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const freeMb = Math.floor(freeBytes(folder) / 2 ** 20)
  const verdict = graded(freeMb, FREE_MB, (value, limit) => value < limit)
  return {
    check: 'disk',
    verdict,
    message: `${count(freeMb)} MB free at ${folder}${verdict === 'ok' ? '' : ': free some space'}`,
    details: { freeMb },
  }
}

/** The operator's own tools: a file that `serve` and `ingest` would refuse is a problem. */
export function checkTools({ TOOLS_FILE }: Config): Finding {
  const check = 'tools'
  if (TOOLS_FILE === undefined) {
    return { check, verdict: 'ok', message: `${count(shippedTools().list.products.length)} products in the catalogue` }
  }
  try {
    const { products } = readToolsFile(TOOLS_FILE).list
    return { check, verdict: 'ok', message: `${count(products.length)} products, with those of ${TOOLS_FILE}` }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { check, verdict: 'problem', message: error.message }
  }
}

/** Only their owner may read the files with secrets. */
export function checkFiles({ DATA_DIR, DATABASE_URL, given }: Config): Finding {
  const check = 'files'
  let exists: string[]
  let open: string[]
  try {
    const folder = statSync(DATA_DIR, { throwIfNoEntry: false })
    if (folder === undefined) {
      // A configured folder that doesn't exist is more likely a mistake than a first start.
      const verdict = given.has('DATA_DIR') && DATABASE_URL === undefined ? 'warning' : 'ok'
      return { check, verdict, message: `DATA_DIR ${DATA_DIR} does not exist: serve creates it` }
    }
    if (!folder.isDirectory()) return { check, verdict: 'problem', message: `DATA_DIR ${DATA_DIR} is not a folder` }
    const modes = SECRET_FILES.map((name) => ({
      name,
      file: statSync(join(DATA_DIR, name), { throwIfNoEntry: false }),
    }))
    exists = modes.filter(({ file }) => file !== undefined).map(({ name }) => name)
    open = modes.filter(({ file }) => file !== undefined && (file.mode & 0o077) !== 0).map(({ name }) => name)
  } catch (error) {
    return { check, verdict: 'problem', message: `DATA_DIR ${DATA_DIR} can't be read (${reasonOf(error)})` }
  }
  if (open.length > 0) {
    const message = `other users can read ${open.join(', ')}: chmod 600 them in ${DATA_DIR}`
    return { check, verdict: 'problem', message }
  }
  if (exists.length === 0) return { check, verdict: 'ok', message: `there are no files with secrets in ${DATA_DIR}` }
  return { check, verdict: 'ok', message: `only their owner can read ${exists.join(', ')} in ${DATA_DIR}` }
}

export function checkScreen(): Finding {
  if (isScreenBuilt()) return { check: 'screen', verdict: 'ok', message: 'the settings screen is built' }
  const message = 'the settings screen is not built: run npm run build:screen, then restart the service'
  return { check: 'screen', verdict: 'warning', message }
}
