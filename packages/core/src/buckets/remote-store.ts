import { z } from 'zod'
import { askOther, type OtherProcess } from '../other-process.ts'
import { Problem } from '../problem.ts'
import type { BucketStore, Draw, Tokens } from './store.ts'

const tokens = z.object({
  tier: z.number(),
  failures: z.number(),
  share: z.number().optional(),
})

/**
 * The buckets of another process, over HTTP and its {@link LOOK_PATH}. The console and the command line look at them so;
 * only who serves `/v2` takes units. Every failure is the problem `unavailable`.
 */
export function remoteBuckets(other: OtherProcess): BucketStore {
  async function look(draw: Draw): Promise<Tokens> {
    try {
      const answer = await askOther(other, LOOK_PATH, draw)
      if (!answer.ok) throw new Error(`The API answered ${answer.status}.`)
      return { share: undefined, ...tokens.parse(await answer.json()) }
    } catch (cause) {
      const detail = 'The API, which holds the budgets, does not answer. Try again shortly.'
      throw new Problem('unavailable', { detail, retryAfter: 1, cause })
    }
  }

  const refuse = () => {
    throw new Error('Units are taken by the process that has the buckets.')
  }
  return { take: refuse, giveBack: refuse, look, fault: () => undefined, close: async () => {} }
}

/** Where a process that has buckets in its memory answers those of its own machine that may look at them. */
export const LOOK_PATH = '/internal/buckets'

const limit = z.object({ perMinute: z.number().positive(), burst: z.number().positive() })

/** What is asked there. */
export const lookSchema = z.object({
  organization: z.string(),
  tier: z.string(),
  limit,
  share: z.object({ key: z.string(), limit }).optional(),
})
