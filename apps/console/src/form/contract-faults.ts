import type { Fault, OperationName } from '@sluice/contract'

/**
 * What the contract refuses of an operation's body, before it is sent. Its schemas are loaded with the first. Where they
 * cannot be, offline or once the console was upgraded, the server alone judges: what was entered is not to be lost by it.
 */
export async function contractFaults(operation: OperationName, body: unknown): Promise<Fault[]> {
  const schemas = await import('./contract-schemas.ts').catch(() => undefined)
  return schemas?.refusedOf(operation, body) ?? []
}
