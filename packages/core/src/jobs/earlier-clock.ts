import type { Core } from '../context.ts'

/**
 * The same with the earlier of two clocks, this node's and the database's. For what is deleted for good once it is old: by a
 * clock that is days ahead it would go days early.
 */
export async function withEarlierClock<Part extends Pick<Core, 'db' | 'clock'>>(
  core: Part,
): Promise<Part> {
  const [row] = await core.db.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS now`
  const clock = () => new Date(Math.min(core.clock().getTime(), row.now.getTime()))
  return { ...core, clock }
}
