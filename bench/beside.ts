import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BenchStores } from './stores.ts'
import { type Subject, startSubject } from './subject.ts'

/** The product of another checkout, on stores that its own code made. */
export interface Beside {
  readonly stores: BenchStores
  readonly subject: Subject
  stop(): Promise<void>
}

export const BESIDE_NAME = 'Sluice beside'

/**
 * Starts the subject `file` (a path below `bench/`) of the checkout in `BENCH_BESIDE`, so that a change is measured
 * in the same run as the state before it.
 * @returns undefined without `BENCH_BESIDE`.
 * @throws if there is no checkout with its packages installed.
 */
export async function startBeside(
  file: string,
  options: (stores: BenchStores) => object,
): Promise<Beside | undefined> {
  const checkout = process.env.BENCH_BESIDE
  if (!checkout) return undefined
  const bench = join(resolve(checkout), 'bench')
  await access(join(bench, '..', 'node_modules')).catch(() => {
    throw new Error(`BENCH_BESIDE: run "npm ci" and "npm run generate" in ${checkout} first.`)
  })
  const module: typeof import('./stores.ts') = await import(
    pathToFileURL(join(bench, 'stores.ts')).href
  )
  const stores = await module.startStores()
  const subject = await startSubject(
    BESIDE_NAME,
    pathToFileURL(join(bench, file)),
    options(stores),
  ).catch(async (error: unknown) => {
    await stores.stop()
    throw error
  })
  return {
    ...{ stores, subject },
    async stop() {
      await subject.stop()
      await stores.stop()
    },
  }
}
