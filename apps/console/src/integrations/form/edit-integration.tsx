'use client'

import type { Integration } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { texts } from '#texts/integrations-form.ts'
import { IntegrationForm } from './lazy-form.tsx'

interface EditIntegrationProps {
  readonly record: Integration
  readonly opened: boolean
  readonly onClose: () => void
}

export function EditIntegration({ record, opened, onClose }: EditIntegrationProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const update = useMutation(trpc.integrations.update.mutationOptions())

  async function save(body: Parameters<typeof update.mutateAsync>[0]['body']) {
    const params = { integrationId: record.id }
    await update.mutateAsync({ params, body, ifMatch: record.etag })
    await cache.invalidateQueries(trpc.integrations.pathFilter())
    onClose()
  }

  return (
    <FormDialog title={texts.edit.title(record.name)} opened={opened} onClose={onClose}>
      <IntegrationForm
        record={record}
        isBusy={update.isPending}
        submitLabel={texts.edit.action}
        onSubmit={save}
        onCancel={onClose}
      />
    </FormDialog>
  )
}
