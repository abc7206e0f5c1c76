import { texts } from '#texts/app.ts'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '#theme/tokens.css'
import '#theme/base.css'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { PREFERENCES_COOKIE, readPreferences } from '#preferences/preferences.ts'
import { PreferencesProvider } from '#preferences/preferences-provider.tsx'
import { inter } from '#theme/font.ts'
import { ThemeProvider } from '#theme/theme-provider.tsx'

export const metadata: Metadata = {
  title: { template: texts.titleOfPage, default: texts.product },
  description: texts.description,
  robots: { index: false },
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#101214' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading headers also makes every page render per request, which a nonce requires.
  const nonce = (await headers()).get('x-nonce') ?? undefined
  const preferences = readPreferences((await cookies()).get(PREFERENCES_COOKIE)?.value)
  return (
    <html lang="en" className={inter.variable} data-rows={preferences.rows} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <ThemeProvider>
          <PreferencesProvider kept={preferences}>{children}</PreferencesProvider>
        </ThemeProvider>
      </body>
    </html>
  )
}
