import { type InternalRpc, Problem } from '@sluice/runtime'
import { z } from 'zod'
import { limitSchema } from '../limits/index.ts'
import type { BucketStore, Draw, Tokens } from './store.ts'

const tokens = z.object({
  tier: z.number(),
  share: z.number().optional(),
  failures: z.number().optional(),
})

/**
 * The buckets of another process. The console and the command line only read them; units are taken by the process that
 * serves `/v2`. Every failure is the problem `unavailable`.
 */
export function remoteBuckets(other: InternalRpc): BucketStore {
  async function look(draw: Draw): Promise<Tokens> {
    try {
      const found = tokens.parse(await other.ask('buckets', draw))
      return { share: undefined, failures: undefined, ...found }
    } catch (cause) {
      const detail = 'The API process, which has the rate limits, is not available. Retry shortly.'
      throw new Problem('unavailable', { detail, retryAfter: 1, cause })
    }
  }

  const refuse = () => {
    throw new Error('Units are taken by the process that has the buckets.')
  }
  return { take: refuse, giveBack: refuse, look, fault: () => undefined, close: async () => {} }
}

/** The request that the process with the buckets answers. */
export const lookSchema = z.object({
  organization: z.string(),
  tier: z.string(),
  limit: limitSchema,
  key: z.string().optional(),
  share: limitSchema.optional(),
})
