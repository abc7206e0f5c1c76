import { type Background, openBackground } from './background.ts'
import { tracer } from './tracer.ts'

// Next bundles pages and route handlers apart, and `stop-in-order.mjs` waits for it.
const shared = globalThis as typeof globalThis & { sluiceBackground?: Background }

function background(): Background {
  shared.sluiceBackground ??= openBackground()
  return shared.sluiceBackground
}

/** Does what no answer waits for. A failure is logged by its kind alone: its text may hold an address. */
export function inBackground(what: string, work: () => Promise<unknown>): void {
  background()
    .run(what, work)
    .catch((error: unknown) => report(what, error))
}

/** Settles when nothing is under way. */
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
