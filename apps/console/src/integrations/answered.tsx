import type { IntegrationTries } from '@sluice/contract'
import { texts } from '../texts/integrations.ts'

/** The share of deliveries that the receiver answered with success. */
export function Answered({
  tries,
}: {
  tries: IntegrationTries['items'][number]['day'] | undefined
}) {
  if (!tries) return '…'
  const { succeeded, failed, successRatio } = tries
  if (successRatio === null) return texts.noTries
  return <span title={texts.tries(succeeded, failed)}>{texts.share(successRatio)}</span>
}
