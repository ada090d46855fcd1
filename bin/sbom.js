// `npm run --silent sbom`: the bill of materials (CycloneDX) of what serving needs and is installed here. `npm sbom --omit dev` would
// leave out the packages that a development tool needs too.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * @typedef {{ version?: string, integrity?: string, license?: string, dev?: boolean, link?: boolean }} Entry
 */

/** What is in the folder: what npm has installed, less what was removed afterwards, as in the image. */
export function billOfMaterials(folder = root) {
  /** @param {string} file */
  const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const { name, version, license } = read('package.json')
  /** @type {Record<string, Entry>} */
  const packages = read('node_modules/.package-lock.json').packages
  const components = Object.entries(packages)
    .filter(([path, entry]) => !entry.dev && !entry.link && path.includes('node_modules/'))
    .filter(([path]) => existsSync(join(folder, path, 'package.json')))
    .map(([path, entry]) => componentOf(path.slice(path.lastIndexOf('node_modules/') + 13), entry))
  const unique = new Map(components.map((component) => [component['bom-ref'], component]))
  const own = { type: 'application', name, version, licenses: [{ expression: license }] }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: own },
    components: [...unique.values()],
  }
}

/** @param {string} name @param {Entry} entry */
function componentOf(name, { version, integrity, license }) {
  const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
  const [algorithm, hash = ''] = integrity?.split(' ')[0]?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${JSON.stringify(billOfMaterials(), null, 1)}\n`)
}
