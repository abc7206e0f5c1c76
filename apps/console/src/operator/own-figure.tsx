'use client'

import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from '#form/confirm-dialog.tsx'
import { texts } from '#texts/operator-limits.ts'

interface OwnFigureProps {
  /** Labels of the two buttons for screen readers. */
  readonly labels: { readonly change: string; readonly reset: string }
  /** Whether the organization has its own value, which can be reset. */
  readonly isOwn: boolean
  /** The reset, confirmed first. */
  readonly reset: Pick<ConfirmDialogProps, 'title' | 'done' | 'act'> & { readonly effect: string }
  /** The dialog for a new value. */
  readonly dialog: (state: { opened: boolean; onClose: () => void }) => ReactNode
}

/** Buttons that change a limit or quota of an organization, or reset it to the default. */
export function OwnFigure({ labels, isOwn, reset, dialog }: OwnFigureProps) {
  const [shown, show] = useState<'change' | 'reset'>()
  // What the dialog said when it was opened is confirmed, so that another operator's change is not reset unseen.
  const [{ effect, ...confirmed }, pin] = useState(reset)
  const onClose = () => show(undefined)
  function openReset() {
    pin(reset)
    show('reset')
  }
  return (
    <Group gap="xs" mt="sm">
      <Button size="xs" variant="default" aria-label={labels.change} onClick={() => show('change')}>
        {texts.changeOpens}
      </Button>
      {isOwn && (
        <Button size="xs" variant="subtle" aria-label={labels.reset} onClick={openReset}>
          {texts.resetOpens}
        </Button>
      )}
      {dialog({ opened: shown === 'change', onClose })}
      <ConfirmDialog
        {...confirmed}
        action={texts.reset}
        opened={shown === 'reset'}
        onClose={onClose}
      >
        {effect}
      </ConfirmDialog>
    </Group>
  )
}
