import { atCommandLine, type Core, setLimit } from '@sluice/core'
import { newTenant, type Tenant } from './tenant.ts'

const ROOM = { perMinute: 10_000_000, burst: 10_000_000, reason: 'a test', until: undefined }

/** A tenant whose budgets for ordinary calls and for reads of data are not exhausted. */
export async function newRoomyTenant(core: Core): Promise<Tenant> {
  const tenant = await newTenant(core)
  for (const tier of ['standard', 'data-read'] as const) {
    await setLimit(atCommandLine(core), tenant.id, { tier, ...ROOM })
  }
  return tenant
}
