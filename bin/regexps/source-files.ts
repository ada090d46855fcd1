import { globSync } from 'node:fs'
import { packageRoot } from '../../src/platform/config/config.ts'

/** Everything that runs in the product: the service, the client, the receiver kit and the screen. Tests and tools don't. */
const FOLDERS = '{src,client/src,receiver,web/src,web/public}'

/** Paths from the root of the package, in order. */
export function sourceFiles(): string[] {
  return globSync(`${FOLDERS}/**/*.{ts,tsx,js}`, { cwd: packageRoot })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
}
