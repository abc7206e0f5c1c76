import { IconMapQuestion } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/app.ts'

export default function NotFound() {
  return (
    <State
      icon={IconMapQuestion}
      heading="h1"
      title={texts.notFound.title}
      action={<PageLink href="/">{texts.notFound.goOn}</PageLink>}
    >
      {texts.notFound.text}
    </State>
  )
}
