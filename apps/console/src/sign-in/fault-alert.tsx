import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** Why a step of the sign-in failed, announced to screen readers. Empty without a fault. */
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
