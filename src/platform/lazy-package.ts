import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A package that is loaded when it is first used: to load undici takes 0.12 seconds of processor time, and most commands of the
 * command line send nothing. `Package` is its type: `typeof import('undici')`.
 */
export function lazyPackage<Package>(name: string): () => Package {
  return () => require(name) as Package
}
