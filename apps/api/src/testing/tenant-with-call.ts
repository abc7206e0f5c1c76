import type { ActorName } from '@sluice/contract'
import { sampleCalls } from './sample-calls.ts'
import type { TestApi } from './start-api.ts'
import { newTenant } from './tenant.ts'

/** A new tenant, and the sample call of an operation, which a key of it with every scope may make. */
export async function tenantWithCall({ core }: TestApi, name: ActorName) {
  const tenant = await newTenant(core)
  return { tenant, call: await sampleCalls[name](tenant) }
}
