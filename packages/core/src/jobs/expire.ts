import { settleInSequence } from '@sluice/runtime'
import type { Core } from '../context.ts'
import { forgetOldInvitations } from '../members/index.ts'
import { forgetEndedSessions, forgetOldActs } from '../people/index.ts'
import { eraseDeletedThings, expireSamples } from '../telemetry/index.ts'
import { withEarlierClock } from './earlier-clock.ts'

/** The daily job: applies retention. Any number of processes may run it concurrently. */
export async function expire(own: Pick<Core, 'db' | 'telemetry' | 'clock'>): Promise<void> {
  const core = await withEarlierClock(own)
  await settleInSequence([
    () => expireSamples(core),
    () => eraseDeletedThings(core),
    () => forgetOldInvitations(core),
    () => forgetOldActs(core),
    () => forgetEndedSessions(core),
  ])
}
