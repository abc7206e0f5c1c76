import type { Metadata } from 'next'
import { connection } from 'next/server'
import { DataProvider } from '#data/data-provider.tsx'
import { ResetPage } from '#reset-password/reset-page.tsx'
import { texts } from '#texts/reset-password.tsx'

export const metadata: Metadata = { title: texts.choose.title, referrer: 'no-referrer' }

/** Requires no session: access depends on the secret in the link, which only the browser knows. */
export default async function Page() {
  // Render per request: scripts need the request's nonce.
  await connection()
  return (
    <DataProvider>
      <ResetPage />
    </DataProvider>
  )
}
