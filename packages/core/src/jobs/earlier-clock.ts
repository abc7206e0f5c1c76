import type { Core } from '../context.ts'

/**
 * Uses the earlier of two clocks, this node's and the database's. For what only time brings about: a clock that is days
 * ahead would delete days too early.
 */
export async function withEarlierClock<Part extends Pick<Core, 'db' | 'clock'>>(
  core: Part,
): Promise<Part> {
  const [row] = await core.db.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS now`
  const ahead = Math.max(0, core.clock().getTime() - row.now.getTime())
  const clock = () => new Date(core.clock().getTime() - ahead)
  return { ...core, clock }
}
