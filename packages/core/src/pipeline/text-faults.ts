import { callLimits, type Fault, type OperationName } from '@sluice/contract'
import { extraDigits, isStorableThroughout, keyStringFaults, storableFaults } from '@sluice/runtime'

/** Rows whose bodies contain key strings, and which store none. */
const aboutKeyStrings: ReadonlySet<OperationName> = new Set(['leakedKeys.report'])

/** Rows whose bodies hold many records, of which each is judged by itself once it is merged. */
const ofManyRecords: ReadonlySet<OperationName> = new Set(['things.batch'])

/**
 * Faults of texts and numbers anywhere in a call's query or body: those that no store could hold and, in a body, key
 * strings, because bodies are stored, shown and forwarded. Yields between looks at all values.
 */
export function* textFaultsOf(
  name: OperationName,
  part: 'query' | 'body',
  value: unknown,
): Generator<void, readonly Fault[]> {
  if (!isStorableThroughout(value)) return storableFaults(value, `/${part}`)
  if (part === 'query' || aboutKeyStrings.has(name)) return none
  yield
  const faults = keyStringFaults(value, `/${part}`)
  if (faults.length > 0 || ofManyRecords.has(name)) return faults
  yield
  return longNumberFaults(value, `/${part}`)
}

function longNumberFaults(value: unknown, pointer: string): readonly Fault[] {
  const most = callLimits.digits
  if (extraDigits(value, most) <= most) return none
  const detail = `has numbers with exponents that need more than ${most} digits together when written in full`
  return [{ pointer, detail }]
}

const none: readonly Fault[] = []
