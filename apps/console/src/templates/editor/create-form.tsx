'use client'

import { notifications } from '@mantine/notifications'
import type { Template } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useAddress } from '#address/base-path.tsx'
import { creating } from '#form/resource-kind.ts'
import { cut } from '#format/cut.ts'
import { texts } from '#texts/templates-editor.ts'
import { type TemplateDraft, templateKind } from './kind.ts'
import { TemplateEditor } from './template-editor.tsx'
import { useTemplateChanges } from './use-changes.ts'

/** The form of a new template, which may be a copy of `original`. */
export function CreateForm({ original }: { original: Template | undefined }) {
  const changes = useTemplateChanges()
  const router = useRouter()
  const address = useAddress()
  const cache = useQueryClient()
  const form = creating(templateKind)
  const leadsTo = useRef('/templates')

  async function save(draft: TemplateDraft) {
    const { id, name } = await changes.create(draft)
    notifications.show({ message: texts.create.done(name) })
    void cache.invalidateQueries()
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
  return { ...values, id: '', name: cut(texts.create.copyName(original.name), 200) }
}
