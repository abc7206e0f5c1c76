import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** Shows why a step of the sign-in failed, and announces it to screen readers. */
export function FaultAlert({ fault }: { fault: string | undefined }) {
  return (
    <div role="alert">
      {fault && (
        <Alert color="red" icon={<IconAlertCircle size={18} />}>
          {fault}
        </Alert>
      )}
    </div>
  )
}
