'use client'

import type { Integration } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { DeleteDialog } from '#form/delete-dialog.tsx'
import { texts } from '#texts/integrations-page.tsx'
import { texts as kinds } from '#texts/kinds.ts'

interface DeleteIntegrationProps {
  readonly record: Integration
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks for confirmation before an integration is deleted. */
export function DeleteIntegration({ record, ...dialog }: DeleteIntegrationProps) {
  const { id, name, url } = record
  const remove = useMutation(useTRPC().integrations.delete.mutationOptions())
  return (
    <DeleteDialog
      action={kinds.integration.delete}
      name={name}
      remove={() => remove.mutateAsync({ params: { integrationId: id } })}
      leadsTo="/integrations"
      {...dialog}
    >
      {texts.lost(url)}
    </DeleteDialog>
  )
}
