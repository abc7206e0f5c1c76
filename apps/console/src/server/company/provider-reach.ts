import { Resolver } from 'node:dns/promises'
import type { ResolveTxt } from '@sluice/core'
import { openBoundedFetch, type Reach } from '@sluice/openid'
import { environment } from '../environment.ts'

/** How identity providers are reached from here: this machine only where integrations may reach it as well. */
export function providerReach(): Reach {
  const { localReceivers } = environment()
  return { fetch: openBoundedFetch({ allowLoopback: localReceivers }), allowHttp: localReceivers }
}

const DNS_TIMEOUT_MS = 3000

export const resolveTxt: ResolveTxt = (domain) =>
  new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 }).resolveTxt(domain)

/** Where an organization's provider sends browsers back to. One for each, so that no provider gets another's code. */
export function redirectUriOf(organizationId: string): string {
  const { consoleUrl } = environment()
  return `${consoleUrl}/api/auth/company/callback/${encodeURIComponent(organizationId)}`
}
