import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs work and settles at a whole multiple of `stepMs` after its start, whether it succeeds or fails. So its duration
 * reveals next to nothing about what the work found.
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
