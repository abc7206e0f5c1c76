import localFont from 'next/font/local'

/**
 * Inter, in Latin letters; others come from the system's font. A page that has no font yet keeps its fallback, so nothing
 * moves once it is there: pages after it have the font from the start.
 */
export const inter = localFont({
  src: '../../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  variable: '--font-inter',
  fallback: [
    'system-ui',
    '-apple-system',
    'Segoe UI',
    'Roboto',
    'Helvetica Neue',
    'Arial',
    'sans-serif',
  ],
})
