'use client'

import { texts } from '#texts/form.ts'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

interface DeleteDialogProps
  extends Pick<ConfirmDialogProps, 'action' | 'opened' | 'onClose' | 'leadsTo' | 'children'> {
  readonly name: string
  readonly remove: () => Promise<unknown>
}

/** Asks for confirmation before a deletion. If the resource is still in use, the server's refusal says by what. */
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
