// The built-in slices, one per file, read once.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../platform/config/config.ts'
import { readSlices, type Slice } from './definition/definition.ts'

let read: readonly Slice[] | undefined

/** Sorted by slug. A problem in a shipped file is a bug, so it throws. */
export function shippedSlices(): readonly Slice[] {
  read ??= readFolder(join(packageRoot, 'slices'))
  return read
}

function readFolder(folder: string): Slice[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.sort().map((file) => {
    const { slices, problems } = readSlices(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    const [slice] = slices
    if (!slice || slices.length > 1 || file !== `${slice.definition.slug}.json`) {
      throw new Error(`${file} doesn't contain a valid slice of that name: ${JSON.stringify(problems)}`)
    }
    return slice
  })
}
