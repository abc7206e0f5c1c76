import type { Fault, OperationName } from '@sluice/contract'

/** What the contract refuses of an operation's body, before it is sent. Its schemas are loaded with the first. */
export async function contractFaults(operation: OperationName, body: unknown): Promise<Fault[]> {
  const { refusedOf } = await import('./contract-schemas.ts')
  return refusedOf(operation, body)
}
