export { Palette } from './Palette.tsx'
export { ShortcutsDialog } from './ShortcutsDialog.tsx'
