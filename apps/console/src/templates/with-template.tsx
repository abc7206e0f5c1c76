'use client'

import { Skeleton } from '@mantine/core'
import type { Template } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NoSuch } from '#catalog/no-such.tsx'
import { isMissing } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { Failed } from '#states/failed.tsx'
import { texts } from '#texts/templates.ts'

interface WithTemplateProps {
  readonly templateId: string
  readonly children: (template: Template) => ReactNode
}

/** What is shown of a template once it is here; that it is missing, cannot be read or is on its way until then. */
export function WithTemplate({ templateId, children }: WithTemplateProps) {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(
    trpc.templates.get.queryOptions({ params: { templateId }, query: {} }),
  )
  if (isMissing(error)) return <NoSuch kind="template" />
  if (error) return <Failed title={texts.oneFailed} error={error} retry={refetch} />
  return data ? children(data) : <Skeleton height={480} />
}
