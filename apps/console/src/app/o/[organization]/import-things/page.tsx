import type { Metadata } from 'next'
import { texts } from '#texts/app.ts'
import { ImportPage } from '#things/csv/import-page.tsx'

export const metadata: Metadata = { title: texts.titles.importThings }

export default function Page() {
  return <ImportPage />
}
