import { ProviderFault } from '@sluice/openid'

/** Logs why a provider's sign-in failed, for who runs the service. A fault holds neither token nor secret. */
export function reportProvider(organizationId: string, error: unknown): void {
  if (!(error instanceof ProviderFault)) return
  const time = new Date().toISOString()
  const line = { level: 'warn', time, event: 'company-sign-in', organizationId, why: error.message }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}
