import type { Context } from '../context.ts'
import { type Change, entryOf, type Scene } from './entry.ts'
import { journalOf } from './transaction.ts'

/** Notes a change for the audit log of the transaction that makes it: no entry, no change. */
export async function recordChange(
  ctx: Scene & Pick<Context, 'db'>,
  change: Change,
): Promise<void> {
  journalOf(ctx.db).push({ scene: ctx, entry: entryOf(ctx, change) })
}
