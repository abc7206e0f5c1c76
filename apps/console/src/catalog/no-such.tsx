import { IconMapQuestion } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/no-such.ts'

interface NoSuchProps {
  readonly kind: 'thing' | 'site' | 'fleet' | 'mapping' | 'template'
}

/** Shown instead of a page whose resource does not exist. */
export function NoSuch({ kind }: NoSuchProps) {
  const { title, all } = texts[kind]
  return (
    <State
      icon={IconMapQuestion}
      heading="h1"
      title={title}
      action={<PageLink href={`/${kind}s`}>{all}</PageLink>}
    >
      {texts.text}
    </State>
  )
}
