import type { Fault, OperationName } from '@sluice/contract'
import { isStorableThroughout, keyStringFaults, storableFaults } from '@sluice/runtime'

/** Rows whose bodies are about key strings. They keep none. */
const aboutKeyStrings: ReadonlySet<OperationName> = new Set(['leakedKeys.report'])

/**
 * What is wrong with the texts of a call's query or body, whatever they are for: those that no store could hold, and in a
 * body key strings, because what comes in bodies is kept, shown and sent on.
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
