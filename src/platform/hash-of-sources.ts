import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageRoot } from './config/config.ts'

/**
 * A hash of the files in these folders of src, including word lists, without tests. Data that depends on the rules in
 * them needs no version number to increment. It reads all files, so callers should cache the result.
 */
export function hashOfSources(folders: readonly string[]): string {
  const sum = createHash('sha256')
  for (const folder of folders) {
    const path = join(packageRoot, 'src', folder)
    const files = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    for (const file of files.sort()) sum.update(`${folder}/${file}\n`).update(readFileSync(join(path, file)))
  }
  return sum.digest('hex')
}
