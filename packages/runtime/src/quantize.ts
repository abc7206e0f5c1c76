import { setTimeout as delay } from 'node:timers/promises'

/**
 * Does work and settles at a whole multiple of `stepMs` after its beginning, whether it succeeds or fails.
 * So the time taken reveals next to nothing of what the work found.
 */
export async function quantize<T>(
  stepMs: number,
  work: () => Promise<T>,
  wait: (ms: number) => Promise<unknown> = delay,
): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - startedAt
    await wait(stepMs - (taken % stepMs))
  }
}
