'use client'

import { Button, Skeleton } from '@mantine/core'
import { TwoStep } from '#account/two-step/two-step.tsx'
import { useAccount } from '#account/use-account.ts'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/unmet.ts'

/** Sets up two-step sign-in for an organization that requires it. */
export function SecondFactorFirst() {
  const query = useAccount()
  return (
    <Loaded query={query} title={texts.failed} waiting={<Skeleton height={120} />}>
      {(data) => (
        <>
          <TwoStep account={data} />
          {data.hasSecondFactor && (
            <Button fullWidth onClick={() => window.location.reload()}>
              {texts.done}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}
