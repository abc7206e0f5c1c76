'use client'

import { Group } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { useParams } from 'next/navigation'
import { decoded } from '#address/decoded.ts'
import { PageLink } from '#address/page-link.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/no-such.ts'

interface NoSuchProps {
  readonly kind: 'thing' | 'site' | 'fleet' | 'mapping' | 'template'
}

/** Shown instead of a page whose resource does not exist, with a link to its audit log. */
export function NoSuch({ kind }: NoSuchProps) {
  const { title, all } = texts[kind]
  const id = decoded(String(useParams()[`${kind}Id`]))
  return (
    <State
      icon={IconMapQuestion}
      heading="h1"
      title={title}
      action={
        <Group justify="center">
          <PageLink href={`/${kind}s`}>{all}</PageLink>
          <PageLink href={`/audit-log?text=${encodeURIComponent(`/${id}`)}`}>{texts.log}</PageLink>
        </Group>
      }
    >
      {texts.text}
    </State>
  )
}
