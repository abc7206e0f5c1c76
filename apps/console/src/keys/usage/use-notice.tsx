import { Alert, Button } from '@mantine/core'
import { failureText } from '#data/failure.ts'
import { NotRefreshed } from '#states/not-refreshed.tsx'
import { texts } from '#texts/keys.tsx'
import { texts as common } from '#texts/states.ts'
import type { useOverview } from './use-overview.ts'

interface UseNoticeProps {
  readonly use: Pick<ReturnType<typeof useOverview>, 'error' | 'isMissing' | 'retry'>
  /** Whether the page says already that it could not be refreshed. */
  readonly isTold: boolean
}

/** Says that the usage of keys, from which their health comes, could not be loaded or refreshed. */
export function UseNotice({ use: { error, isMissing, retry }, isTold }: UseNoticeProps) {
  if (!error) return null
  if (!isMissing) return isTold ? null : <NotRefreshed error={error} retry={retry} />
  return (
    <Alert color="yellow" role="status" mb="md" title={texts.useMissing}>
      {failureText(error)}{' '}
      <Button variant="subtle" size="compact-xs" onClick={() => retry()}>
        {common.tryAgain}
      </Button>
    </Alert>
  )
}
