import type { Database } from '../database/client.ts'
import type { TestCore } from './core.ts'

/** A statement of a call, by Prisma's name. */
type Statement = 'findMany' | 'findUnique' | 'count' | 'groupBy'

/**
 * Simulates a race: right after a call's first such statement on things, or another model, other work is done. So what
 * the call has read is stale from then on.
 */
export function withMeanwhile<Core extends TestCore>(
  core: Core,
  statement: Statement,
  work: () => Promise<unknown>,
  of: 'Thing' | 'ThingTypeMetric' | 'Template' | 'Site' | 'Organization' | 'Key' = 'Thing',
): Core {
  let done = false
  const db = core.db.$extends({
    query: {
      $allModels: {
        async $allOperations({ model, operation, args, query }) {
          const answer = await query(args)
          if (model !== of || operation !== statement || done) return answer
          done = true
          await work()
          return answer
        },
      },
    },
  })
  return { ...core, db: db as unknown as Database }
}
