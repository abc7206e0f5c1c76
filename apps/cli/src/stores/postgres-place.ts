import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isCluster, postgresDirectory } from '@sluice/embedded'
import { LaunchError } from '../../launch/launch-error.mjs'
import type { Memory } from '../data/memory.ts'

/** Where Postgres' files are or shall be. `made`: they were there already, so they must not be made anew. */
export interface PostgresPlace {
  readonly directory: string
  readonly made: boolean
}

/**
 * The place that the data directory remembers. Where it is a copy, or was moved, the files may be outside of it and be those of
 * the original, which are not to be shared.
 *
 * @throws LaunchError for a copy whose original is still there
 */
export function postgresPlace(home: { dataDir: string; memory: Memory }): PostgresPlace {
  const { dataDir, memory } = home
  const { postgres: noted, ports } = memory.content
  const own = postgresDirectory(dataDir)
  // An earlier version remembers no more than the port.
  if (!noted) return { directory: own, made: ports.postgres !== undefined }
  const isOriginal = noted.dataDir === dataDir
  if (isOriginal && isCluster(noted.directory)) return { directory: noted.directory, made: true }
  if (isCluster(own) || isWithin(noted)) return { directory: own, made: true }
  if (isOriginal || !existsSync(join(noted.dataDir, 'memory.json')))
    return { directory: noted.directory, made: true }
  throw new LaunchError(
    `${dataDir} is a copy of ${noted.dataDir}, and Postgres' files are in ${noted.directory}. Stop Sluice there and copy them too:\n` +
      `  mkdir -p ${dirname(own)} && cp -a ${noted.directory} ${own}\n` +
      'Both must be of the same time.',
  )
}

function isWithin({ dataDir, directory }: { dataDir: string; directory: string }): boolean {
  return dirname(directory) === dataDir
}
