import type { Fault, OperationName } from '@sluice/contract'

/**
 * Validates a body against the operation's schema before it is sent. The schemas are loaded on first use. If that
 * fails, offline or after an upgrade of the console, only the server validates, so no input is lost.
 */
export async function contractFaults(operation: OperationName, body: unknown): Promise<Fault[]> {
  const schemas = await import('./contract-schemas.ts').catch(() => undefined)
  return schemas?.refusedOf(operation, body) ?? []
}
