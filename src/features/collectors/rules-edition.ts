import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../platform/config.ts'
import { toolFingerprint } from '../tools/index.ts'

/** The sources of everything that makes a snapshot of an answer. */
const FOLDERS = ['features/collectors', 'features/companies', 'features/descriptions', 'features/titles', 'platform']

let sources: string | undefined

/**
 * The same in all processes that read an answer alike: with the same code and the same catalogue of tools. It is made of the
 * sources, so nobody has to remember to raise a number.
 */
export function rulesEdition(): string {
  sources ??= hashOfSources()
  return `${sources}${toolFingerprint()}`
}

function hashOfSources(): string {
  const sum = createHash('sha1')
  for (const folder of FOLDERS) {
    const path = join(packageRoot, 'src', folder)
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    )
    for (const file of files.sort()) sum.update(`${file}\n`).update(readFileSync(join(path, file)))
  }
  return sum.digest('hex').slice(0, 12)
}
