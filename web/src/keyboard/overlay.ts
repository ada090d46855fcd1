/** What the keys of every page open above it. */
export type Overlay = 'palette' | 'shortcuts'

export const OPEN = 'pro-signal-open'

/** Opens it from anywhere, such as from a button. */
export function openOverlay(overlay: Overlay): void {
  dispatchEvent(new CustomEvent(OPEN, { detail: overlay }))
}
