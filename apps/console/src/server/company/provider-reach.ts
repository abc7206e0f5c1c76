import { Resolver } from 'node:dns/promises'
import type { ResolveTxt } from '@sluice/core'
import { openBoundedFetch, type Reach } from '@sluice/openid'
import { environment } from '../environment.ts'

/**
 * How identity providers are reached from here: this machine only where integrations may reach it as well, private
 * networks only for hosts that the operator named.
 */
export function providerReach(): Reach {
  const { localReceivers: allowLoopback, privateProviders: privateHosts } = environment()
  return { fetch: openBoundedFetch({ allowLoopback, privateHosts }), allowHttp: allowLoopback }
}

const DNS_TIMEOUT_MS = 3000

export const resolveTxt: ResolveTxt = (domain) =>
  new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 }).resolveTxt(domain)

/** Where an organization's provider sends browsers back to. One for each, so that no provider gets another's code. */
export function redirectUriOf(organizationId: string): string {
  const { consoleUrl } = environment()
  return `${consoleUrl}/api/auth/company/callback/${encodeURIComponent(organizationId)}`
}
