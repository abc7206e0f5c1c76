import { Button, Group } from '@mantine/core'
import classes from './form-actions.module.css'

interface FormActionsProps {
  /** What the form does: "Save". */
  readonly submit: string
  readonly isBusy?: boolean
  readonly onCancel: () => void
}

/** A dialog's last row, in sight however long its form is. */
export function FormActions({ submit, isBusy = false, onCancel }: FormActionsProps) {
  return (
    <Group justify="flex-end" className={classes.actions ?? ''}>
      <Button variant="default" onClick={onCancel} disabled={isBusy}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </Group>
  )
}
