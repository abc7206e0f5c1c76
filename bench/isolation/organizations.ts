import { randomBytes } from 'node:crypto'
import { newRoomyTenant } from '@sluice/api/testing/roomy-tenant'
import type { Tenant } from '@sluice/api/testing/tenant'
import { openCore } from '@sluice/core'

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
  return { pepper, core, make: () => newRoomyTenant(core) }
}
