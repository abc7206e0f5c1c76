import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from './engine.ts'

const running = 'SELECT (SELECT count() FROM system.merges) + (SELECT count() FROM system.moves)'

/**
 * Stops the engine's background work and waits until it has ended, at most `patienceMs`; returns false if it has not.
 * Closed during a merge, the engine crashes (chDB 26.7: about every other time).
 */
export async function stopMerges(engine: Engine, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  for (const kind of ['MERGES', 'TTL MERGES', 'MOVES']) {
    await engine.read(engine.control, `SYSTEM STOP ${kind}`, 'Null')
  }
  while (performance.now() < deadline) {
    const { bytes } = await engine.read(engine.control, running, 'TabSeparated')
    if (Buffer.from(bytes).toString().trim() === '0') return true
    await pause(20)
  }
  return false
}
