import { afterAll, beforeAll, beforeEach } from 'vitest'
import { codeOf, type send } from './send.ts'
import { startApi, type TestApi } from './start-api.ts'
import { newTenant, type Tenant } from './tenant.ts'

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
  const current = {} as { -readonly [Part in keyof Current]: Current[Part] }
  beforeAll(async () => {
    current.api = await startApi()
  })
  afterAll(() => current.api.close())
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
