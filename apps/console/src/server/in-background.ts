import { type Background, openBackground } from './background.ts'
import { tracer } from './tracer.ts'

// Next bundles pages and route handlers separately, and `stop-in-order.mjs` waits for this instance.
const shared = globalThis as typeof globalThis & { sluiceBackground?: Background }

function background(): Background {
  shared.sluiceBackground ??= openBackground()
  return shared.sluiceBackground
}

/**
 * Runs work that no response waits for. Logs a failure without its message, which may contain an email address.
 *
 * @param whom for whom it is, if one of them could keep the others waiting
 */
export function inBackground(what: string, work: () => Promise<unknown>, whom?: string): void {
  background()
    .run(what, work, whom)
    .catch((error: unknown) => report(what, error))
}

/** Resolves once no background work is running or waiting. */
export async function backgroundDone(): Promise<void> {
  await background().done()
}

function report(what: string, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  const name = error instanceof Error ? error.name : typeof error
  const time = new Date().toISOString()
  const line = { level: 'error', time, what: `${what} failed`, name, code, ...tracer()?.ids() }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}
