import { type Fault, type OperationName, operations } from '@sluice/contract'
import { faultsOf } from '#data/faults.ts'

export function refusedOf(operation: OperationName, body: unknown): Fault[] {
  const checked = operations[operation].body?.safeParse(body)
  return checked?.error ? faultsOf(checked.error) : []
}
