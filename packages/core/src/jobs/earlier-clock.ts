import type { Core } from '../context.ts'

/**
 * Uses the earlier of two clocks, this node's and the database's. For deletions by age: a clock that is days ahead
 * would delete days too early.
 */
export async function withEarlierClock<Part extends Pick<Core, 'db' | 'clock'>>(
  core: Part,
): Promise<Part> {
  const [row] = await core.db.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS now`
  const clock = () => new Date(Math.min(core.clock().getTime(), row.now.getTime()))
  return { ...core, clock }
}
