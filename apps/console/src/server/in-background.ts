import { tracer } from './tracer.ts'

// Next bundles pages and route handlers apart.
const shared = globalThis as typeof globalThis & { sluiceBackground?: Set<Promise<void>> }

function underWay(): Set<Promise<void>> {
  shared.sluiceBackground ??= new Set()
  return shared.sluiceBackground
}

/** Does what no answer waits for. A failure is logged by its kind alone: its text may hold an address. */
export function inBackground(what: string, work: () => Promise<unknown>): void {
  const done = work().then(
    () => {},
    (error: unknown) => report(what, error),
  )
  underWay().add(done)
  void done.then(() => underWay().delete(done))
}

/** Settles when nothing is under way. */
export async function backgroundDone(): Promise<void> {
  while (underWay().size > 0) await Promise.all(underWay())
}

function report(what: string, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  const name = error instanceof Error ? error.name : typeof error
  const time = new Date().toISOString()
  const line = { level: 'error', time, what: `${what} failed`, name, code, ...tracer()?.ids() }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}
