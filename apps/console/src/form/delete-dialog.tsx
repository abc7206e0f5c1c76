'use client'

import { texts } from '#texts/form.ts'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

interface DeleteDialogProps
  extends Pick<ConfirmDialogProps, 'action' | 'opened' | 'onClose' | 'leadsTo' | 'children'> {
  readonly name: string
  readonly remove: () => Promise<unknown>
}

/** Asks before something is deleted, telling what goes with it; what still uses it is named by the refusal. */
export function DeleteDialog({ name, remove, ...dialog }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={texts.delete.title(name)}
      done={texts.delete.done(name)}
      act={remove}
      {...dialog}
    />
  )
}
