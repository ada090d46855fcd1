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

export default defineConfig({
  root: here,
  plugins: [react(), withoutDisplayNames],
  // A placeholder: src/http/screen.ts replaces it with a new nonce in every reply.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows data URLs for images only. Separate files have a hash in their name, so browsers
    // can cache them forever.
    assetsInlineLimit: 0,
    // These browsers preload modules by themselves.
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox121', 'safari17.5'],
    reportCompressedSize: false,
  },
  // `npm run dev:screen` serves the sources and proxies API calls to a service that runs alongside.
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/settings-api': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' },
  },
})
