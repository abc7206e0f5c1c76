'use client'

import type { TemplateApplication } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { texts } from '#texts/templates-applications.ts'

interface ForgetApplicationProps {
  /** Undefined closes the dialog. */
  readonly application: TemplateApplication | undefined
  readonly onClose: () => void
}

/** Asks for confirmation before the record of an application is deleted. */
export function ForgetApplication({ application, onClose }: ForgetApplicationProps) {
  const forget = useMutation(useTRPC().templates.forget.mutationOptions())
  if (!application) return null
  const { id: applicationId, templateId, etag } = application
  const params = { templateId, applicationId }
  return (
    <ConfirmDialog
      title={texts.forget.title(applicationId)}
      action={texts.forget.action}
      done={texts.forget.done(applicationId)}
      act={() => forget.mutateAsync({ params, ifMatch: `"${etag}"` })}
      opened
      onClose={onClose}
    >
      {texts.forget.text}
    </ConfirmDialog>
  )
}
