'use client'

import type { Template } from '@sluice/contract'
import { useIsMutating } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { leavePage } from '#form/unsaved-now.ts'
import { WhileUnchanged } from '#form/while-unchanged.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Trail } from '#frame/trail.tsx'
import { WithDetails } from '#frame/with-details.tsx'
import { texts } from '#texts/templates.ts'
import { ApplyTemplate } from './plan/apply-template.tsx'
import type { Start } from './plan/start.ts'
import { TemplateActions } from './template-actions.tsx'
import { TemplateFacts } from './template-facts.tsx'
import { WithTemplate } from './with-template.tsx'

const Applications = dynamic(
  () => import('./applications/applications.tsx').then((all) => all.Applications),
  { ssr: false },
)

/** The page of a template: its parameters, the plan, and its applications. */
export function TemplatePage({ templateId }: { templateId: string }) {
  return (
    <WithTemplate templateId={templateId}>
      {(template) => <FoundTemplate template={template} />}
    </WithTemplate>
  )
}

function FoundTemplate({ template }: { template: Template }) {
  const [start, setStart] = useState<Start>({ applicationId: 'default', parameters: {}, turn: 0 })
  const trpc = useTRPC()
  const isBusy = useIsMutating({ mutationKey: trpc.templates.apply.mutationKey() }) > 0
  const { id, name, description, etag } = template
  return (
    <>
      <Trail href="/templates">{texts.title}</Trail>
      <PageHeader
        title={name}
        lead={description || <code>{id}</code>}
        actions={<TemplateActions template={template} />}
      />
      <WithDetails details={<TemplateFacts template={template} />}>
        <WhileUnchanged key={start.turn} row={template} version={etag}>
          {(row) => <ApplyTemplate template={row} start={start} />}
        </WhileUnchanged>
        <Applications
          template={template}
          isBusy={isBusy}
          onReuse={({ id: applicationId, parameters }) =>
            leavePage(() => setStart({ applicationId, parameters, turn: start.turn + 1 }))
          }
        />
      </WithDetails>
    </>
  )
}
