import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root: here,
  plugins: [react()],
  // Put into the page where src/http/screen.ts replaces it by the nonce of each reply.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Data URLs are for images only by the content policy; a file of its own is kept for ever by its name.
    assetsInlineLimit: 0,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    reportCompressedSize: false,
  },
  // `npm run dev:screen`: the sources as they are, the JSON from a service that runs beside.
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/settings-api': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' },
  },
})
