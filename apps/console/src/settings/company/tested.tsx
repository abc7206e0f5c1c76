import { Alert } from '@mantine/core'
import type { RouterOutput } from '#server/trpc/router.ts'
import { Facts } from '#states/facts.tsx'
import { texts } from '#texts/settings-company.ts'
import classes from './company.module.css'

interface TestedProps {
  readonly isBusy: boolean
  readonly outcome: RouterOutput['company']['test'] | undefined
  /** Why the test itself failed. */
  readonly fault: string | undefined
}

/** The result of a test: the provider's endpoints, or what is wrong. */
export function Tested({ isBusy, outcome, fault: failed }: TestedProps) {
  const fault = failed ?? outcome?.fault
  const found = outcome?.found
  return (
    <div role="status">
      {!isBusy && fault && <Alert color="red">{fault}</Alert>}
      {!isBusy && !fault && found && (
        <Alert color="gray" title={texts.tested.title}>
          <div className={classes.found}>
            <Facts
              rows={[
                [texts.tested.signsInAt, found.authorizationEndpoint],
                [texts.tested.answersAt, found.tokenEndpoint],
                [
                  texts.tested.pkce,
                  found.checksPkce ? texts.tested.pkceChecked : texts.tested.pkceSilent,
                ],
              ]}
            />
            {texts.tested.note}
          </div>
        </Alert>
      )}
    </div>
  )
}
