import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.notFound }

/** Any other address in an organization: nothing is there, but the menu stays. */
export default function Page() {
  notFound()
}
