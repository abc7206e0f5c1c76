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
  if (error) return <Failed what="The template to copy" error={error} retry={refetch} />
  return (
    <>
      <Trail href="/templates">Templates</Trail>
      <PageHeader
        title={data ? `Copy “${data.name}”` : 'Create a template'}
        lead="A template plans resources. Nothing is created until you apply it."
      />
      {!mayChange && <Alert color="gray">Viewers cannot create templates.</Alert>}
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
    notifications.show({ message: `“${name}” is created.` })
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
  return { ...values, id: '', name: `${original.name}, copy`.slice(0, 200) }
}
