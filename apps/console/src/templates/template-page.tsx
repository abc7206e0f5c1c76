'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { Trail } from '#frame/trail.tsx'
import { WithDetails } from '#frame/with-details.tsx'
import { Failed } from '#states/failed.tsx'
import { Applications } from './applications/applications.tsx'
import { NoSuchTemplate } from './no-such-template.tsx'
import { ApplyTemplate, type Start } from './plan/apply-template.tsx'
import { TemplateActions } from './template-actions.tsx'
import { TemplateFacts } from './template-facts.tsx'

/** One template: its parameters, what they would make, and what it has been applied with. */
export function TemplatePage({ templateId }: { templateId: string }) {
  const trpc = useTRPC()
  const [start, setStart] = useState<Start>({ applicationId: 'default', parameters: {}, turn: 0 })
  const { data, error, refetch } = useQuery(
    trpc.templates.get.queryOptions({ params: { templateId }, query: {} }),
  )
  if (isMissing(error)) return <NoSuchTemplate />
  if (error) return <Failed what="The template" error={error} retry={refetch} />
  if (!data) return <Skeleton height={480} />
  return (
    <>
      <Trail href="/templates">Templates</Trail>
      <PageHeader
        title={data.name}
        lead={data.description || <code>{data.id}</code>}
        actions={<TemplateActions template={data} />}
      />
      <WithDetails details={<TemplateFacts template={data} />}>
        <ApplyTemplate key={`${data.etag} ${start.turn}`} template={data} start={start} />
        <Applications
          template={data}
          onReuse={({ id, parameters }) =>
            setStart({ applicationId: id, parameters, turn: start.turn + 1 })
          }
        />
      </WithDetails>
    </>
  )
}
