import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { sharedTexts } from './parts/texts.ts'

const ink: MantineColorsTuple = [
  '#ecedfc',
  '#dbdcf9',
  '#b9bcf3',
  '#9aa0f5',
  '#8c93ff',
  '#6269e8',
  '#5056dc',
  '#4248d1',
  '#383db4',
  '#2c308f',
]

/** Mantine's dark greys, slightly cooler. Fields, borders and menus use them. */
const dark: MantineColorsTuple = [
  '#d5d6de',
  '#b7b8c4',
  '#8f909d',
  '#6b6c79',
  '#3a3b47',
  '#2b2c36',
  '#1b1c23',
  '#16171d',
  '#111217',
  '#0b0c0f',
]

export const theme = createTheme({
  colors: { ink, dark },
  primaryColor: 'ink',
  // White text on this shade has a contrast of 6:1, in both colour schemes.
  primaryShade: { light: 7, dark: 7 },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  defaultRadius: 'md',
  radius: { md: 'var(--radius-md)', sm: 'var(--radius-sm)' },
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

/** Mantine's greys are too light for small text. Those of tokens.css have a contrast of at least 4.5:1 on every background. */
const COLORS = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-placeholder': 'var(--text-muted)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--text-muted)',
}

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: COLORS, dark: COLORS })
