import { IconMapQuestion } from '@tabler/icons-react'
import type { Metadata } from 'next'
import { State } from '#states/state.tsx'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.notFound }

/** The same page for a missing organization and for one of others. */
export default function NotFound() {
  return (
    <main>
      <State
        icon={IconMapQuestion}
        heading="h1"
        title={texts.noOrganization.title}
        action={<a href="/">{texts.noOrganization.goOn}</a>}
      >
        {texts.noOrganization.text}
      </State>
    </main>
  )
}
