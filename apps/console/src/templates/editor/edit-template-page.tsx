'use client'

import { Alert, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Template } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { isMissing } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import type { Change } from '#form/change-of.ts'
import { editing } from '#form/resource-kind.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Trail } from '#frame/trail.tsx'
import { Failed } from '#states/failed.tsx'
import { NoSuchTemplate } from '../no-such-template.tsx'
import { type TemplateDraft, templateKind } from './kind.ts'
import { TemplateEditor } from './template-editor.tsx'
import { useTemplateChanges } from './use-changes.ts'

/** Changes a template. What it has made stays as it is until it is applied again. */
export function EditTemplatePage({ templateId }: { templateId: string }) {
  const trpc = useTRPC()
  const mayChange = useMayChange()
  const { data, error, refetch } = useQuery(
    trpc.templates.get.queryOptions({ params: { templateId }, query: {} }),
  )
  if (isMissing(error)) return <NoSuchTemplate />
  if (error) return <Failed what="The template" error={error} retry={refetch} />
  if (!data) return <Skeleton height={480} />
  return (
    <>
      <Trail href={pageOf(data)}>{data.name}</Trail>
      <PageHeader
        title={`Edit “${data.name}”`}
        lead="What it has made stays as it is until it is applied again."
      />
      {data.builtIn && <Alert color="gray">It comes with the service: copy it to change it.</Alert>}
      {!data.builtIn && !mayChange && <Alert color="gray">Viewers cannot change templates.</Alert>}
      {!data.builtIn && mayChange && <EditForm current={data} />}
    </>
  )
}

function EditForm({ current }: { current: Template }) {
  // As it was when the form was opened: a newer one would turn what somebody else changed into a change back.
  const [template] = useState(current)
  const changes = useTemplateChanges()
  const router = useRouter()
  const cache = useQueryClient()
  const close = () => router.push(pageOf(template))

  async function save(change: Change<TemplateDraft>) {
    await changes.update(template, change)
    notifications.show({ message: `“${template.name}” is saved.` })
    await cache.invalidateQueries()
  }

  return (
    <TemplateEditor
      {...editing(templateKind, template)}
      isNew={false}
      save={save}
      onClose={close}
    />
  )
}

function pageOf({ id }: Template): string {
  return `/templates/${encodeURIComponent(id)}`
}
