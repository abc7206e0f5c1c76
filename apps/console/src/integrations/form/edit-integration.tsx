'use client'

import type { Call, Integration } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { changeOf } from '#form/change-of.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { useSaveOver } from '#form/use-save-over.tsx'
import { texts } from '#texts/integrations-form.ts'
import { toDraft, valuesOf } from './draft.ts'
import { IntegrationForm } from './lazy-form.tsx'

interface EditIntegrationProps {
  readonly record: Integration
  readonly opened: boolean
  readonly onClose: () => void
}

export function EditIntegration({ record, opened, onClose }: EditIntegrationProps) {
  return (
    <FormDialog title={texts.edit.title(record.name)} opened={opened} onClose={onClose}>
      <EditForm record={record} onClose={onClose} />
    </FormDialog>
  )
}

function EditForm({ record: latest, onClose }: Omit<EditIntegrationProps, 'opened'>) {
  const { row: record, save: saveOver, notice } = useSaveOver(latest)
  const trpc = useTRPC()
  const cache = useQueryClient()
  const update = useMutation(trpc.integrations.update.mutationOptions())

  async function save(draft: Call<'integrations.create'>['body']) {
    // Only what differs: sending the URL, even unchanged, takes over the integration.
    const body = changeOf(toDraft(valuesOf(record)), draft)
    const params = { integrationId: record.id }
    const isSaved =
      Object.keys(body).length === 0 ||
      (await saveOver(({ etag }) => update.mutateAsync({ params, body, ifMatch: etag })))
    if (!isSaved) return
    onClose()
    await cache.invalidateQueries(trpc.integrations.pathFilter())
  }

  return (
    <IntegrationForm
      record={record}
      isBusy={update.isPending}
      notice={notice}
      submitLabel={texts.edit.action}
      onSubmit={save}
      onCancel={onClose}
    />
  )
}
