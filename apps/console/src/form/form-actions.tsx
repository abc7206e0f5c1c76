import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '#texts/form.ts'
import classes from './form-actions.module.css'
import { useLeave } from './unsaved.tsx'

interface FormActionsProps {
  /** Label of the submit button: "Save". */
  readonly submit: string
  readonly isBusy?: boolean
  /** Errors that belong to no field. */
  readonly refusal?: string | undefined
  /** A message that belongs to no field and is not an error. */
  readonly notice?: ReactNode
  readonly onCancel: () => void
}

/** The last row of a form: its errors and buttons. It stays visible however long the form is. */
export function FormActions({
  submit,
  isBusy = false,
  refusal,
  notice,
  onCancel,
}: FormActionsProps) {
  const leave = useLeave(onCancel)
  return (
    <div className={classes.actions}>
      <div role="alert">
        {notice && <div className={classes.refusal}>{notice}</div>}
        {refusal && (
          <Alert color="red" className={classes.refusal ?? ''}>
            {refusal}
          </Alert>
        )}
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={leave} disabled={isBusy}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {submit}
        </Button>
      </Group>
    </div>
  )
}
