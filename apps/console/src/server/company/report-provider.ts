import { ProviderFault } from '@sluice/openid'

/** Logs for the operator why a sign-in failed at the provider. A `ProviderFault` contains no token or secret. */
export function reportProvider(organizationId: string, error: unknown): void {
  if (!(error instanceof ProviderFault)) return
  const time = new Date().toISOString()
  const line = { level: 'warn', time, event: 'company-sign-in', organizationId, why: error.message }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}
