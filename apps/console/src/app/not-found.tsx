import { IconMapQuestion } from '@tabler/icons-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { State } from '#states/state.tsx'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.notFound }

export default function NotFound() {
  return (
    <main>
      <State
        icon={IconMapQuestion}
        heading="h1"
        title={texts.notFound.title}
        action={<Link href="/">{texts.notFound.goOn}</Link>}
      >
        {texts.notFound.text}
      </State>
    </main>
  )
}
