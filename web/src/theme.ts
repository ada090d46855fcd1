import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { sharedTexts } from './parts/texts.ts'

const ink: MantineColorsTuple = [
  '#eef0fd',
  '#dde1fb',
  '#b9c1f6',
  '#93a0f2',
  '#8c9bff',
  '#6574ea',
  '#5060e0',
  '#4353d8',
  '#3646b8',
  '#2b3994',
]

/** Mantine's dark greys, slightly cooler. Fields, borders and menus use them. */
const dark: MantineColorsTuple = [
  '#d3d7dc',
  '#b6bcc4',
  '#8d96a1',
  '#69717b',
  '#343a42',
  '#2a3037',
  '#1a1e23',
  '#161a1f',
  '#111418',
  '#0c0f12',
]

export const theme = createTheme({
  colors: { ink, dark },
  primaryColor: 'ink',
  // White text on this shade has a contrast of 6:1, in both colour schemes.
  primaryShade: { light: 7, dark: 7 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' }, h2: { fontSize: '1rem', lineHeight: '1.4' } },
  },
  defaultRadius: 'md',
  radius: { md: '8px', sm: '6px' },
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: {
        centered: false,
        yOffset: '8vh',
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': sharedTexts.close },
      },
    },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 0 },
        shadow: 'md',
        position: 'bottom-end',
        // Focuses the first item as soon as the menu opens.
        withInitialFocusPlaceholder: false,
      },
    },
    Tooltip: { defaultProps: { openDelay: 150, transitionProps: { duration: 0 } } },
  },
})

/** Mantine's greys are too light for small text. These have a contrast of at least 4.5:1 on every background used. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#16191d',
    '--mantine-color-dimmed': '#5a626c',
    '--mantine-color-placeholder': '#69717b',
    '--mantine-color-error': '#bd2a24',
    '--mantine-color-anchor': '#3646b8',
    '--mantine-color-default-border': '#d9dde2',
    '--mantine-color-disabled-color': '#5f6771',
  },
  dark: {
    '--mantine-color-body': '#111418',
    '--mantine-color-text': '#e7e9ec',
    '--mantine-color-dimmed': '#a0a8b2',
    '--mantine-color-placeholder': '#8d96a1',
    '--mantine-color-error': '#ff8078',
    '--mantine-color-anchor': '#a3b0ff',
    '--mantine-color-default': '#1a1e23',
    '--mantine-color-default-hover': '#22272d',
    '--mantine-color-default-border': '#343a42',
    '--mantine-color-disabled': '#22272d',
    '--mantine-color-disabled-color': '#98a1ab',
  },
})
