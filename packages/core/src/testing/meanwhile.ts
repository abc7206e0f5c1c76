import type { Database } from '../database/client.ts'
import type { TestCore } from './core.ts'

/** A statement of things that a call makes, as Prisma names it. */
type Statement = 'findMany' | 'findUnique' | 'count'

/**
 * The core with a race that always goes one way: right after a call's first such statement of things, other work is done. So
 * what the call has read is out of date from then on.
 */
export function withMeanwhile<Core extends TestCore>(
  core: Core,
  statement: Statement,
  work: () => Promise<unknown>,
): Core {
  let done = false
  const db = core.db.$extends({
    query: {
      thing: {
        async $allOperations({ operation, args, query }) {
          const answer = await query(args)
          if (operation !== statement || done) return answer
          done = true
          await work()
          return answer
        },
      },
    },
  })
  return { ...core, db: db as unknown as Database }
}
