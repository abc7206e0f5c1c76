import localFont from 'next/font/local'

/**
 * Inter for Latin letters; other scripts use the system's font. A page shown before the font has loaded keeps the
 * fallback, so nothing shifts; later pages have the font from the start.
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
