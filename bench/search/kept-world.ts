// A folder that keeps a filled world for the next run.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SEARCH_TEXT_VERSION } from '../../src/query/index.ts'
import { type Size, WORLD_VERSION } from './world.ts'

export interface KeptWorld {
  readonly folder: string
  readonly isFilled: boolean
  markFilled(): void
}

/** Throws if the folder has anything else in it. A fill that was interrupted leaves a folder without a mark. */
export function openKept(folder: string, size: Size): KeptWorld {
  const mark = join(folder, 'world.json')
  const wanted = JSON.stringify({ ...size, version: [WORLD_VERSION, SEARCH_TEXT_VERSION] })
  mkdirSync(folder, { recursive: true })
  const found = existsSync(mark) ? readFileSync(mark, 'utf8') : undefined
  if (found === undefined && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty and has no complete world: remove it, or choose another folder`)
  }
  if (found !== undefined && found !== wanted) {
    throw new Error(`${folder} keeps another world (${found}): remove it, or choose another folder`)
  }
  return { folder, isFilled: found !== undefined, markFilled: () => writeFileSync(mark, wanted) }
}
