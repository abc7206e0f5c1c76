import { z } from 'zod'
import { Problem } from '../problem.ts'
import type { BucketStore, Draw, Tokens } from './store.ts'

const tokens = z.object({
  tier: z.number(),
  failures: z.number(),
  share: z.number().optional(),
})

/** Longest that a look may take, in milliseconds. */
const PATIENCE = 2_000

/**
 * The buckets of another process, over HTTP and its {@link LOOK_PATH}. The console and the command line look at them so;
 * only who serves `/v2` takes units. Every failure is the problem `unavailable`.
 */
export function remoteBuckets({ url, secret }: { url: string; secret: string }): BucketStore {
  async function look(draw: Draw): Promise<Tokens> {
    try {
      const answer = await fetch(new URL(LOOK_PATH, url), {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(draw),
        signal: AbortSignal.timeout(PATIENCE),
      })
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
