import { Alert } from '@mantine/core'
import type { RouterOutput } from '#server/trpc/router.ts'
import { Facts } from '#states/facts.tsx'
import classes from './company.module.css'

interface TestedProps {
  readonly isBusy: boolean
  readonly outcome: RouterOutput['company']['test'] | undefined
  /** Why it could not be tested. */
  readonly fault: string | undefined
}

/** What the provider says of itself, or what is wrong with it. */
export function Tested({ isBusy, outcome, fault: failed }: TestedProps) {
  const fault = failed ?? outcome?.fault
  const found = outcome?.found
  return (
    <div role="status">
      {!isBusy && fault && <Alert color="red">{fault}</Alert>}
      {!isBusy && !fault && found && (
        <Alert color="gray" title="The provider was found">
          <div className={classes.found}>
            <Facts
              rows={[
                ['Signs in at', found.authorizationEndpoint],
                ['Answers at', found.tokenEndpoint],
                ['PKCE', found.checksPkce ? 'checked' : 'not announced; it is sent all the same'],
              ]}
            />
            Client id and secret show at the first sign-in whether they are right.
          </div>
        </Alert>
      )}
    </div>
  )
}
