import { type Core, openCore } from '@sluice/core'
import { environment } from './environment.ts'
import { tracer } from './tracer.ts'

// Next bundles pages and route handlers separately, so a module variable would open the stores twice.
const process = globalThis as typeof globalThis & { sluiceCore?: Core }

/** The stores of this process, opened at first use. */
export function core(): Core {
  process.sluiceCore ??= open()
  return process.sluiceCore
}

function open(): Core {
  const { peppers, ...rest } = environment()
  const { databaseUrl, clickhouseUrl, clickhouseCluster, sampleWriter } = rest
  const { buckets, localReceivers } = rest
  return openCore({
    ...{ databaseUrl, clickhouseUrl, clickhouseCluster, sampleWriter, buckets, localReceivers },
    peppers: new Map(peppers),
    tracing: tracer(),
  })
}
