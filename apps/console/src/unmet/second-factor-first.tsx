'use client'

import { Button, Skeleton } from '@mantine/core'
import { TwoStep } from '#account/two-step/two-step.tsx'
import { useAccount } from '#account/use-account.ts'
import { Failed } from '#states/failed.tsx'
import { texts } from '#texts/unmet.ts'

/** Sets up two-step sign-in where an organization's pages are closed without it. */
export function SecondFactorFirst() {
  const { data, error, refetch } = useAccount()
  if (error) return <Failed title={texts.failed} error={error} retry={refetch} />
  if (!data) return <Skeleton height={120} />
  return (
    <>
      <TwoStep account={data} />
      {data.hasSecondFactor && (
        <Button fullWidth onClick={() => window.location.reload()}>
          {texts.done}
        </Button>
      )}
    </>
  )
}
