import type { Core } from '../../context.ts'
import type { Integration } from '../../database/generated/client.ts'
import type { Attempt } from './attempt.ts'
import { changeAsService } from './change-as-service.ts'

/** After failing for this long, the receiver is considered gone or abandoned. */
const GIVE_UP_AFTER_MS = 72 * 3_600_000

/** Why an integration has to be disabled after these attempts; undefined if it has not. */
export function reasonToDisable(
  { failingSince }: Integration,
  attempts: readonly Attempt[],
  now: Date,
): string | undefined {
  if (attempts.some(({ error }) => error === undefined)) return undefined
  if (attempts.some(({ answer }) => answer?.status === 410)) {
    return 'The receiver answered 410 Gone, so it wants no more events.'
  }
  const since = failingSince?.getTime() ?? now.getTime()
  if (now.getTime() - since < GIVE_UP_AFTER_MS) return undefined
  return `No delivery has succeeded since ${failingSince?.toISOString()}.`
}

/**
 * Disables an integration in the name of the service, unless somebody has changed it since it was read: then the next
 * failing round decides. Its pending deliveries are kept until it is enabled again.
 */
export function disable(
  core: Pick<Core, 'db' | 'clock'>,
  { organizationId, lane: integrationId, version }: Integration,
  disabledReason: string,
): Promise<void> {
  return changeAsService(
    core,
    { organizationId, integrationId },
    {
      operation: 'integrations.disable',
      data: { enabled: false, disabledReason },
      applies: (now) => now.enabled && now.version === version,
    },
  )
}
