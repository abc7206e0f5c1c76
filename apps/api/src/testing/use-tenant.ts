import { beforeAll, beforeEach } from 'vitest'
import { codeOf, type send } from './send.ts'
import type { TestApi, TestApiOptions } from './start-api.ts'
import { newTenant, type Tenant } from './tenant.ts'
import { useApi } from './use-api.ts'

export interface Current {
  readonly api: TestApi
  readonly tenant: Tenant
  /** The string of an Admin key of the tenant with every scope. */
  readonly admin: string
}

type Hook = (prepare: () => Promise<void>) => void

/**
 * A server for the tests of a file, and a new tenant for each test. The result may be read only while a
 * test runs.
 */
export function useTenant(): Current {
  return tenantOf(useApi(), beforeEach)
}

/** As `useTenant`, but with one tenant for all tests of the file, which exists in later hooks too. */
export function useSharedTenant(options?: TestApiOptions): Current {
  return tenantOf(useApi(options), beforeAll)
}

function tenantOf(api: TestApi, hook: Hook): Current {
  const current = { api } as { -readonly [Part in keyof Current]: Current[Part] }
  hook(async () => {
    current.tenant = await newTenant(api.core)
    current.admin = (await current.tenant.mint()).key
  })
  return current
}

export type Answer = Awaited<ReturnType<typeof send>>

export function statusAndCode(answer: Answer) {
  return [answer.status, codeOf(answer)]
}
