import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import { components } from './components.ts'

const accent: MantineColorsTuple = [
  '#e6f3f7',
  '#d0e8f0',
  '#a6d3e3',
  '#7ec2d8',
  '#5bb6d3',
  '#2f98b9',
  '#1680a2',
  '#0b6b8a',
  '#085a75',
  '#064559',
]

/** Mantine's dark palette: 0 is text, 7 the body, 9 the darkest. */
const dark: MantineColorsTuple = [
  '#e7eaec',
  '#c3cacf',
  '#9ba5ad',
  '#6b757d',
  '#3a4147',
  '#262b2f',
  '#1a1e21',
  '#101214',
  '#0c0e0f',
  '#08090a',
]

export const theme: MantineThemeOverride = createTheme({
  colors: { accent, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  black: '#171b1f',
  fontFamily: 'var(--font-inter), system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.4', xl: '1.3' },
  radius: { xs: '3px', sm: '5px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components,
})

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-placeholder': 'var(--text-muted)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-red-filled': 'var(--danger-fill)',
  '--mantine-color-red-filled-hover': 'var(--danger-fill-hover)',
  '--mantine-color-red-light': 'var(--danger-soft)',
  '--mantine-color-red-light-color': 'var(--danger)',
  '--mantine-color-red-outline': 'var(--danger)',
  '--mantine-color-red-outline-hover': 'var(--danger-soft)',
  '--mantine-color-yellow-light': 'var(--warn-soft)',
  '--mantine-color-yellow-light-color': 'var(--warn)',
}

/** Filled buttons stay dark in dark mode, so that white text on them has a contrast of 4.5. */
const darkFilled = {
  '--mantine-color-accent-filled': '#0f7898',
  '--mantine-color-accent-filled-hover': '#0d6985',
  '--mantine-primary-color-filled': '#0f7898',
  '--mantine-primary-color-filled-hover': '#0d6985',
}

/** Maps Mantine's variables to our tokens, which adapt to the colour scheme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  dark: { ...shared, ...darkFilled },
})
