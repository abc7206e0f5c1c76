import type { IntegrationTries } from '@sluice/contract'
import { texts } from '../texts/integrations.ts'

/** The share of tries that a receiver answered well. */
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
