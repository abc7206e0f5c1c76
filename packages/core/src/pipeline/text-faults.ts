import type { Fault, OperationName } from '@sluice/contract'
import { isStorableThroughout, keyStringFaults, storableFaults } from '@sluice/runtime'

/** Rows whose bodies contain key strings, and which store none. */
const aboutKeyStrings: ReadonlySet<OperationName> = new Set(['leakedKeys.report'])

/**
 * Faults of texts anywhere in a call's query or body: texts that no store could hold and, in a body, key strings,
 * because bodies are stored, shown and forwarded.
 */
export function textFaultsOf(
  name: OperationName,
  part: 'query' | 'body',
  value: unknown,
): readonly Fault[] {
  if (!isStorableThroughout(value)) return storableFaults(value, `/${part}`)
  if (part === 'query' || aboutKeyStrings.has(name)) return none
  return keyStringFaults(value, `/${part}`)
}

const none: readonly Fault[] = []
