import { randomBytes } from 'node:crypto'
import { newTenant, type Tenant } from '@sluice/api/testing/tenant'
import { atCommandLine, openCore, setLimit } from '@sluice/core'

const ROOM = { perMinute: 10_000_000, burst: 10_000_000, reason: 'a bench', until: undefined }

export interface Organizations {
  readonly pepper: string
  readonly core: ReturnType<typeof openCore>
  /** An organization whose budgets a bench cannot exhaust. */
  make(): Promise<Tenant>
}

/** Organizations made beside the server that is measured, in its stores. */
export function openOrganizations(stores: {
  readonly databaseUrl: string
  readonly clickhouseUrl: string
}): Organizations {
  const pepper = randomBytes(32).toString('hex')
  const peppers = new Map([[1, pepper]])
  const core = openCore({ ...stores, peppers, databaseConnections: 2, localReceivers: true })
  return {
    ...{ pepper, core },
    async make() {
      const tenant = await newTenant(core)
      for (const tier of ['standard', 'data-read'] as const) {
        await setLimit(atCommandLine(core), tenant.id, { tier, ...ROOM })
      }
      return tenant
    },
  }
}
