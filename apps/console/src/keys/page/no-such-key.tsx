import { IconKeyOff } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/keys.tsx'

export function NoSuchKey({ id }: { id: string }) {
  return (
    <State
      icon={IconKeyOff}
      heading="h1"
      title={texts.missing.title}
      action={<PageLink href="/keys">{texts.missing.seeAll}</PageLink>}
    >
      {texts.missing.text(id)}
    </State>
  )
}
