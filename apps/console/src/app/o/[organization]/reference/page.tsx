import type { Metadata } from 'next'
import { ReferencePage } from '#reference/reference-page.tsx'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.reference }

export default function Page() {
  return <ReferencePage />
}
