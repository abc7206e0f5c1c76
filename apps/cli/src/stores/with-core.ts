import type { Core } from '@sluice/core'
import type { OnMissing } from './require-data.ts'

export type Library = typeof import('./library.ts').library

/**
 * Gives `use` the core over the stores that the environment and the data directory tell of, and what to do with it.
 * New stores are only made by verbs that can be the first. Rejects with a LaunchError where there are none.
 */
export async function withCore<Result>(
  use: (core: Core, library: Library) => Promise<Result>,
  onMissing: OnMissing = 'refuse',
): Promise<Result> {
  const [{ withOpenCore }, { library }] = await Promise.all([
    import('./open-core.ts'),
    import('./library.ts'),
  ])
  return withOpenCore((core) => use(core, library), onMissing)
}
