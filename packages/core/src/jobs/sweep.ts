import { settleInSequence } from '@sluice/runtime'
import type { Core } from '../context.ts'
import {
  boundWaiting,
  deleteMarked,
  forgetOldEvents,
  wakeStrayDeliveries,
} from '../integrations/index.ts'
import { tellExpiredKeys, tellStaleThings } from '../signals/index.ts'
import { withEarlierClock } from './earlier-clock.ts'

/** The job of every minute. Any number of processes may run it concurrently. */
export async function sweep(core: Pick<Core, 'db' | 'clock'>): Promise<void> {
  await settleInSequence([
    () => tellExpiredKeys(core),
    () => tellStaleThings(core),
    () => wakeStrayDeliveries(core),
    () => boundWaiting(core),
    () => deleteMarked(core),
    async () => forgetOldEvents(await withEarlierClock(core)),
  ])
}
