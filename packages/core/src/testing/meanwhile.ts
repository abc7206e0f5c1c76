import type { Database } from '../database/client.ts'
import type { TestCore } from './core.ts'

/** A statement that a call makes, as Prisma names it. */
type Statement = 'findMany' | 'findUnique' | 'count'

/**
 * The core with a race that always goes one way: right after a call's first such statement of things, or of another model, other work
 * is done. So what the call has read is out of date from then on.
 */
export function withMeanwhile<Core extends TestCore>(
  core: Core,
  statement: Statement,
  work: () => Promise<unknown>,
  of: 'Thing' | 'ThingTypeMetric' | 'Template' | 'Site' | 'Organization' = 'Thing',
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
