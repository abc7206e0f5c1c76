import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import classes from './rows.module.css'

interface RowButton {
  readonly label: string
  readonly onClick: () => void
}

/** At the end of a row of a form: its label says which row it removes. */
export function RemoveRow({ label, onClick }: RowButton) {
  return (
    <ActionIcon size={28} className={classes.remove} aria-label={label} onClick={onClick}>
      <IconX size={15} />
    </ActionIcon>
  )
}

/** Below the rows of a form. */
export function AddRow({ label, onClick }: RowButton) {
  return (
    <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={onClick}>
      {label}
    </Button>
  )
}
