'use client'

import { Skeleton } from '@mantine/core'
import type { Template } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NoSuch } from '#catalog/lazy-no-such.tsx'
import { useTRPC } from '#data/trpc.ts'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/templates.ts'

interface WithTemplateProps {
  readonly templateId: string
  readonly children: (template: Template) => ReactNode
}

/** Loads a template; also shows its loading, missing and error states. */
export function WithTemplate({ templateId, children }: WithTemplateProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.templates.get.queryOptions({ params: { templateId }, query: {} }))
  return (
    <Loaded
      query={query}
      title={texts.oneFailed}
      missing={<NoSuch kind="template" />}
      waiting={<Skeleton height={480} />}
    >
      {(data) => children(data)}
    </Loaded>
  )
}
