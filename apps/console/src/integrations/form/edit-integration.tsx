'use client'

import type { Call, Integration } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
  return (
    <FormDialog title={texts.edit.title(record.name)} opened={opened} onClose={onClose}>
      <EditForm record={record} onClose={onClose} />
    </FormDialog>
  )
}

function EditForm({ record: latest, onClose }: Omit<EditIntegrationProps, 'opened'>) {
  // The version when the form was opened, so that concurrent changes are not overwritten.
  const [record] = useState(latest)
  const trpc = useTRPC()
  const cache = useQueryClient()
  const update = useMutation(trpc.integrations.update.mutationOptions())

  async function save({ url, ...rest }: Call<'integrations.create'>['body']) {
    // Sending the URL, even unchanged, takes over the integration: it then delivers what this user may read.
    const body = url === record.url ? rest : { url, ...rest }
    const params = { integrationId: record.id }
    await update.mutateAsync({ params, body, ifMatch: record.etag })
    onClose()
    await cache.invalidateQueries(trpc.integrations.pathFilter())
  }

  return (
    <IntegrationForm
      record={record}
      isBusy={update.isPending}
      submitLabel={texts.edit.action}
      onSubmit={save}
      onCancel={onClose}
    />
  )
}
