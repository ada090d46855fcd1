import './mantine.css'
import './tokens.css'
import './global.css'
import './parts/layout.module.css'
import './parts/typography.module.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { createQueryClient, startSessionHeartbeat } from './api/session-state.ts'
import { keepFocus } from './parts/forms/focus.ts'
import { Toasts } from './parts/notes/Toasts.tsx'
import { loadPageOf } from './routes.ts'
import { startRouter } from './routing/location.ts'
import { cssVariables, theme } from './theme.ts'

// Style elements created by scripts must carry this page's nonce: the content security policy blocks all others.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// The library that stops the page from scrolling behind a dialog creates a style element and reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const client = createQueryClient()
startSessionHeartbeat(client)
keepFocus()
startRouter(loadPageOf)

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
      <QueryClientProvider client={client}>
        <Toasts>
          <App />
        </Toasts>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
