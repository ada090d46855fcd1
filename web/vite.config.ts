import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Mantine names its components for developer tools: 1 kB of a first visit's script. */
const withoutDisplayNames: Plugin = {
  name: 'without-display-names',
  apply: 'build',
  transform: (code, id) =>
    id.includes('/@mantine/') ? { code: code.replaceAll(/^\w+\.displayName = "[^"]*";$/gm, ''), map: null } : undefined,
}

/**
 * Removes the schemas of the settings contract. The screen needs of a route only its method, its path and whether it has a body:
 * there, schemas are types, and only the server validates. They and typebox would be 30 kB of the first script.
 */
const withoutSchemas: Plugin = {
  name: 'without-schemas',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/settings-contract/') && !id.includes('/closed-sets/')) return undefined
    let rest = code
    for (const { start, end, by } of schemasIn(this.parse(code)).reverse()) {
      rest = `${rest.slice(0, start)}${by}${rest.slice(end)}`
    }
    if (/\bType\./.test(rest)) throw new Error(`a schema is left in ${id}`)
    return { code: rest, map: null, moduleSideEffects: false }
  },
}

interface Node {
  readonly type?: string
  readonly start: number
  readonly end: number
  readonly callee?: { readonly name?: string; readonly object?: { readonly name?: string } }
  readonly arguments?: readonly { readonly properties?: readonly Property[] }[]
  readonly source?: { readonly value?: string }
}

interface Property extends Node {
  readonly key?: { readonly name?: string }
  readonly value?: Node
}

interface Replacement {
  readonly start: number
  readonly end: number
  readonly by: string
}

const ONLY_ON_THE_SERVER = new Set(['params', 'query', 'maxBodyBytes', 'reply'])

/** The calls of `Type.…` that aren't inside of another one, the properties of routes, and the import, in their order. */
function schemasIn(node: unknown): Replacement[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, source, start, end, arguments: given } = node as Node
  if (type === 'ImportDeclaration' && source?.value === 'typebox') return [{ start, end, by: '' }]
  if (type === 'CallExpression' && callee?.object?.name === 'Type') return [{ start, end, by: '({})' }]
  const properties = type === 'CallExpression' && callee?.name === 'route' ? given?.[0]?.properties : undefined
  if (properties) return properties.flatMap(propertyOfRoute)
  return Object.values(node).flatMap(schemasIn)
}

function propertyOfRoute({ key, value, start, end }: Property): Replacement[] {
  // The comma stays: an empty spread is the shortest element that can stand before it.
  if (ONLY_ON_THE_SERVER.has(key?.name ?? '')) return [{ start, end, by: '...{}' }]
  return key?.name === 'body' && value ? [{ start: value.start, end: value.end, by: 'true' }] : schemasIn(value)
}

export default defineConfig({
  root: here,
  plugins: [react(), withoutDisplayNames, withoutSchemas],
  // A placeholder: src/http/screen.ts replaces it with a new nonce in every reply.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows data URLs for images only. Separate files have a hash in their name, so browsers
    // can cache them forever.
    assetsInlineLimit: 0,
    // One stylesheet for all pages: a page whose script arrives late is never shown without its styles, and the order of
    // the rules doesn't depend on which page was opened first.
    cssCodeSplit: false,
    // These browsers preload modules by themselves.
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox121', 'safari17.5'],
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Rules of the contract that only pages need. They are imported with the contract, but nothing of the first script uses them.
            {
              name: 'rules',
              test: /settings-contract[\\/](words[\\/]|feedback-key)|closed-sets[\\/](audit|bidi)/,
              priority: 5,
            },
            // What every visit needs is one script.
            { name: 'first', tags: ['$initial'], priority: 4 },
            // What is around every page of a signed-in user, with all that it needs.
            { name: 'shell', test: /src[\\/]shell[\\/]Layout\.tsx$/, priority: 3 },
            // The fields by which companies are filtered, which half of the areas have.
            { name: 'filters', test: /[\\/](CompanyFilters|AlertFields)\.tsx$/, priority: 2 },
            // The small parts that areas share.
            { name: 'shared', test: /src[\\/](feedback|parts|secrets)[\\/]/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  // `npm run dev:screen` serves the sources and proxies API calls to a service that runs alongside.
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/settings-api': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' },
  },
})
