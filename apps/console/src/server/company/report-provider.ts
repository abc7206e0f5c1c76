import { ProviderFault } from '@sluice/openid'
import { Problem } from '@sluice/runtime'

/** Logs for the operator why a company sign-in failed. Neither kind of error contains a token or secret. */
export function reportProvider(organizationId: string, error: unknown): void {
  if (!(error instanceof ProviderFault || error instanceof Problem)) return
  const time = new Date().toISOString()
  const line = { level: 'warn', time, event: 'company-sign-in', organizationId, why: error.message }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}
