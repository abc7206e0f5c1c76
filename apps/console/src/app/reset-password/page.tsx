import type { Metadata } from 'next'
import { connection } from 'next/server'
import { DataProvider } from '#data/data-provider.tsx'
import { ResetPage } from '#reset-password/reset-page.tsx'
import { texts } from '#texts/reset-password.tsx'

export const metadata: Metadata = { title: texts.choose.title, referrer: 'no-referrer' }

/** Open to strangers: the secret in the link decides, which only the browser knows. */
export default async function Page() {
  // Its scripts run by a nonce of the request's own.
  await connection()
  return (
    <DataProvider>
      <ResetPage />
    </DataProvider>
  )
}
