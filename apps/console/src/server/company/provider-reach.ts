import { Resolver } from 'node:dns/promises'
import type { ResolveTxt } from '@sluice/core'
import { type FetchTurns, openBoundedFetch, openFetchTurns, type Reach } from '@sluice/openid'
import { environment } from '../environment.ts'

// Next bundles pages and route handlers separately; both share one limit.
const shared = globalThis as typeof globalThis & { sluiceProviderTurns?: FetchTurns }

/**
 * How this process reaches an organization's identity provider: loopback only if integrations may use it, private
 * networks only for hosts that the operator named, and few requests at once.
 */
export function providerReach(organizationId: string): Reach {
  const { localReceivers: allowLoopback, privateProviders: privateHosts } = environment()
  shared.sluiceProviderTurns ??= openFetchTurns()
  const fetch = openBoundedFetch({ allowLoopback, privateHosts })
  const inTurns = shared.sluiceProviderTurns.of(organizationId, fetch)
  return { fetch: inTurns, allowHttp: allowLoopback }
}

const DNS_TIMEOUT_MS = 3000

export const resolveTxt: ResolveTxt = (domain) =>
  new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 }).resolveTxt(domain)

/** The redirect URI of an organization's provider. One per organization, so that no provider gets another's code. */
export function redirectUriOf(organizationId: string): string {
  const { consoleUrl } = environment()
  return `${consoleUrl}/api/auth/company/callback/${encodeURIComponent(organizationId)}`
}
