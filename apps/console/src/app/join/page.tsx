import type { Metadata } from 'next'
import { DataProvider } from '#data/data-provider.tsx'
import { JoinPage } from '#join/join-page.tsx'
import { texts } from '#texts/join.tsx'

export const metadata: Metadata = { title: texts.pageTitle, referrer: 'no-referrer' }

/** Requires no session. What the page shows depends on the secret in its link, which only the browser knows. */
export default function Page() {
  return (
    <DataProvider>
      <JoinPage />
    </DataProvider>
  )
}
