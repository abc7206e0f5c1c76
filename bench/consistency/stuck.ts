import type { World } from './world.ts'

/** Milliseconds for which something may be refused once nothing strikes any more: a lease ends by then, and every wait. */
const MOST_REFUSED_MS = 30_000
/** The same for an erasure, which has statements of up to 30 seconds, and waits for those before it. */
export const MOST_ERASING_MS = 120_000

/** Reports what has been refused since `began`, by the run's clock, where that is too long after the last fault. */
export function reportIfStuck(
  world: World,
  began: number,
  what: string,
  most = MOST_REFUSED_MS,
): boolean {
  const now = world.now()
  if (now - Math.max(began, world.calmSince) <= most) return false
  const report = [
    `STUCK at ${seconds(now)}: refused since ${seconds(began)}, the last fault was over at ${seconds(world.calmSince)}`,
    `  ${what}`,
    ...world.events.slice(-5).map(({ at, text }) => `    ${seconds(at)} ${text}`),
  ]
  world.found('failed', report.join('\n'))
  return true
}

function seconds(millis: number): string {
  return `${(millis / 1000).toFixed(2)}s`
}
