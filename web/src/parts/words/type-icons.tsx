import type { ReactNode } from 'react'
import type { SignalType } from './signal-types.ts'

/** What a signal type is about, on a grid of 16. A derived type adds a sign to what it derives from. */
export const TYPE_ICONS: Readonly<Record<SignalType, ReactNode>> = {
  hiring: <path d="M8 7.6a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8ZM3.4 13.2c.5-2.2 2.3-3.6 4.6-3.6s4.1 1.4 4.6 3.6" />,
  velocity: <path d="m2.6 11.4 3.6-3.8 2.6 2.4 4.6-5.2M9.8 4.6h3.8v3.8" />,
  funding: (
    <path d="M8 13.6A5.6 5.6 0 1 0 8 2.4a5.6 5.6 0 0 0 0 11.2ZM9.8 6c-.3-.7-1-1-1.8-1-1 0-1.8.6-1.8 1.5C6.2 8.6 9.9 7.4 9.9 9.5c0 .9-.8 1.5-1.9 1.5-.9 0-1.6-.4-1.9-1.1" />
  ),
  funding_ai: <path d="M6.4 13.6a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 1.8v3.6M10.2 3.6h3.6M12.8 8.4v2.2M11.7 9.5h2.2" />,
  tool: <path d="M6 2.4v3M10 2.4v3M4 5.4h8v2.2a4 4 0 0 1-8 0ZM8 11.6v2.2" />,
  web: (
    <path d="M8 13.6A5.6 5.6 0 1 0 8 2.4a5.6 5.6 0 0 0 0 11.2ZM2.6 8h10.8M8 2.4c3.2 3.4 3.2 7.8 0 11.2M8 2.4c-3.2 3.4-3.2 7.8 0 11.2" />
  ),
}
