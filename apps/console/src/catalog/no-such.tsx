'use client'

import { IconMapQuestion } from '@tabler/icons-react'
import { useParams } from 'next/navigation'
import { decoded } from '#address/decoded.ts'
import { PageLink } from '#address/page-link.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/no-such.ts'
import { logOf } from './log-of.ts'
import classes from './no-such.module.css'

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
        <div className={classes.links}>
          <PageLink href={`/${kind}s`}>{all}</PageLink>
          <PageLink href={logOf(kind, id)}>{texts.log}</PageLink>
        </div>
      }
    >
      {texts.text}
    </State>
  )
}
