'use client'

import type { TemplateApplication } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'

interface ForgetApplicationProps {
  /** Undefined: nothing is asked. */
  readonly application: TemplateApplication | undefined
  readonly onClose: () => void
}

/** Asks before the record of an application is deleted. */
export function ForgetApplication({ application, onClose }: ForgetApplicationProps) {
  const forget = useMutation(useTRPC().templates.forget.mutationOptions())
  if (!application) return null
  const { id: applicationId, templateId } = application
  return (
    <ConfirmDialog
      title={`Forget “${applicationId}”?`}
      action="Forget application"
      done={`“${applicationId}” is forgotten.`}
      act={() => forget.mutateAsync({ params: { templateId, applicationId } })}
      opened
      onClose={onClose}
    >
      The resources stay, but their drift can no longer be shown. Applying the template again adopts
      them.
    </ConfirmDialog>
  )
}
