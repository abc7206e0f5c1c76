import { settleConcurrently } from '@sluice/runtime'
import type { Core } from '../context.ts'
import {
  boundWaiting,
  deleteMarked,
  forgetOldEvents,
  wakeStrayDeliveries,
} from '../integrations/index.ts'
import { tellExpiredKeys, tellStaleThings } from '../signals/index.ts'
import { withEarlierClock } from './earlier-clock.ts'

/** At once: one task that waits for an organization's turn at Postgres does not delay the others; two do. */
const AT_ONCE = 2

/** The job of every minute. Any number of processes may run it concurrently. */
export async function sweep(own: Pick<Core, 'db' | 'clock'>): Promise<void> {
  // A clock that is ahead would report things and keys too early, and the keys that expire until then never.
  const core = await withEarlierClock(own)
  const tasks = [
    tellExpiredKeys,
    tellStaleThings,
    wakeStrayDeliveries,
    boundWaiting,
    deleteMarked,
    forgetOldEvents,
  ]
  await settleConcurrently(
    tasks.map((task) => () => task(core)),
    AT_ONCE,
  )
}
