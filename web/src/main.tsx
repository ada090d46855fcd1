import './mantine.css'
import './screen.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { createQueryClient } from './api/queries.ts'
import { Toasts } from './parts/Toasts.tsx'
import { cssVariables, theme } from './theme.ts'

// The nonce of this very page: style elements that are made here carry it, and the content policy lets no other in.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// What keeps the page from scrolling behind a dialog makes a style element of its own, and asks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={createQueryClient()}>
        <Toasts>
          <App />
        </Toasts>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
