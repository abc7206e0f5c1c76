import type { Metadata } from 'next'
import { ImportPage } from '#things/csv/import-page.tsx'

export const metadata: Metadata = { title: 'Import things' }

export default function Page() {
  return <ImportPage />
}
