'use client'

import { notifications } from '@mantine/notifications'
import type { Template } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useAddress } from '#address/base-path.tsx'
import type { Change } from '#form/change-of.ts'
import { editing } from '#form/resource-kind.ts'
import { texts } from '#texts/templates-editor.ts'
import { type TemplateDraft, templateKind } from './kind.ts'
import { TemplateEditor } from './template-editor.tsx'
import { useTemplateChanges } from './use-changes.ts'

interface EditFormProps {
  readonly current: Template
  /** Path of the template's page, to which the form returns. */
  readonly page: string
}

export function EditForm({ current, page }: EditFormProps) {
  // The version when the form was opened. Comparing with a newer one would revert other people's changes.
  const [template] = useState(current)
  const changes = useTemplateChanges()
  const router = useRouter()
  const address = useAddress()
  const cache = useQueryClient()
  const close = () => router.push(address(page))

  async function save(change: Change<TemplateDraft>) {
    await changes.update(template, change)
    notifications.show({ message: texts.edit.done(template.name) })
    void cache.invalidateQueries()
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
