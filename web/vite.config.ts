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
 * Replaces every schema of the settings contract by an empty object. The screen needs of a route only its method, its
 * path and whether it has a body: there, schemas are types, and only the server validates. That and typebox are 30 kB of
 * the first script.
 */
const withoutSchemas: Plugin = {
  name: 'without-schemas',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/settings-contract/')) return undefined
    let rest = code
    for (const { start, end } of schemasIn(this.parse(code)).reverse()) {
      rest = `${rest.slice(0, start)}({})${rest.slice(end)}`
    }
    return { code: rest, map: null }
  },
}

interface Node {
  readonly type?: string
  readonly start: number
  readonly end: number
  readonly callee?: { readonly object?: { readonly name?: string } }
}

/** The calls of `Type.…` that aren't inside of another one, in their order. */
function schemasIn(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, callee } = node as Node
  if (type === 'CallExpression' && callee?.object?.name === 'Type') return [node as Node]
  return Object.values(node).flatMap(schemasIn)
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
