import { beforeEach } from 'vitest'
import { codeOf, type send } from './send.ts'
import type { TestApi } from './start-api.ts'
import { newTenant, type Tenant } from './tenant.ts'
import { useApi } from './use-api.ts'

export interface Current {
  readonly api: TestApi
  readonly tenant: Tenant
  /** The string of an Admin key of the tenant with every scope. */
  readonly admin: string
}

/**
 * A server for the tests of a file, and a new tenant for each test. The result may be read only while a
 * test runs.
 */
export function useTenant(): Current {
  const current = { api: useApi() } as { -readonly [Part in keyof Current]: Current[Part] }
  beforeEach(async () => {
    current.tenant = await newTenant(current.api.core)
    current.admin = (await current.tenant.mint()).key
  })
  return current
}

export type Answer = Awaited<ReturnType<typeof send>>

export function statusAndCode(answer: Answer) {
  return [answer.status, codeOf(answer)]
}
