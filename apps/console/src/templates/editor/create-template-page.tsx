'use client'

import { Alert, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Template } from '@sluice/contract'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useAddress } from '#address/base-path.tsx'
import { useTRPC } from '#data/trpc.ts'
import { creating } from '#form/resource-kind.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Trail } from '#frame/trail.tsx'
import { Failed } from '#states/failed.tsx'
import { texts } from '#texts/templates-editor.ts'
import { type TemplateDraft, templateKind } from './kind.ts'
import { TemplateEditor } from './template-editor.tsx'
import { useTemplateChanges } from './use-changes.ts'

/** Makes a template: a copy of one, or from an example. */
export function CreateTemplatePage({ from }: { from: string | undefined }) {
  const trpc = useTRPC()
  const mayChange = useMayChange()
  const { data, error, refetch } = useQuery(
    trpc.templates.get.queryOptions(from ? { params: { templateId: from }, query: {} } : skipToken),
  )
  if (error) return <Failed what={texts.create.copyFailed} error={error} retry={refetch} />
  return (
    <>
      <Trail href="/templates">{texts.templates}</Trail>
      <PageHeader
        title={data ? texts.create.titleCopy(data.name) : texts.create.title}
        lead={texts.create.lead}
      />
      {!mayChange && <Alert color="gray">{texts.create.mayNot}</Alert>}
      {mayChange && (from && !data ? <Skeleton height={480} /> : <CreateForm original={data} />)}
    </>
  )
}

function CreateForm({ original }: { original: Template | undefined }) {
  const changes = useTemplateChanges()
  const router = useRouter()
  const address = useAddress()
  const cache = useQueryClient()
  const form = creating(templateKind)
  const leadsTo = useRef('/templates')

  async function save(draft: TemplateDraft) {
    const { id, name } = await changes.create(draft)
    notifications.show({ message: texts.create.done(name) })
    await cache.invalidateQueries()
    leadsTo.current = `/templates/${encodeURIComponent(id)}`
  }

  return (
    <TemplateEditor
      {...form}
      isNew
      initial={original ? copyOf(original) : form.initial}
      save={save}
      onClose={() => router.push(address(leadsTo.current))}
    />
  )
}

function copyOf(original: Template) {
  const values = templateKind.valuesOf(original)
  return { ...values, id: '', name: texts.create.copyName(original.name).slice(0, 200) }
}
