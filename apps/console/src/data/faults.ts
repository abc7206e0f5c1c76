import { type Fault, findingsOf } from '@sluice/contract'
import type { z } from 'zod'

/** Messages by field path (`scopes.0.action`), and the faults that belong to no field. */
export interface PlacedFaults {
  readonly fields: Record<string, string>
  readonly rest: readonly Fault[]
}

/**
 * Assigns faults to the fields of a form: `/body/scopes/0/resourceFilter` goes to the field for
 * `scopes.0.resourceFilter`. Faults without a field keep their pointer. Two faults of one field are joined.
 */
export function placeFaults(
  faults: readonly Fault[],
  fieldOf: (path: string, pointer: string) => string | undefined,
): PlacedFaults {
  const fields = new Map<string, string>()
  const rest: Fault[] = []
  for (const fault of faults) {
    const path = bodyPath(fault.pointer)
    const field = path && fieldOf(path, fault.pointer)
    if (!field) {
      rest.push(fault)
      continue
    }
    const before = fields.get(field)
    const detail = sentence(fault.detail)
    fields.set(field, before === undefined ? detail : `${before} ${detail}`)
  }
  return { fields: Object.fromEntries(fields), rest }
}

/** Converts a schema's errors to faults of the API's format, below the pointer `at`. */
export function faultsOf(error: z.ZodError, at = '/body'): Fault[] {
  return error.issues
    .flatMap((issue) => findingsOf(issue))
    .map(({ path, detail }) => ({
      pointer: `${at}${path.map((step) => `/${escaped(String(step))}`).join('')}`,
      detail,
    }))
}

function bodyPath(pointer: string): string | undefined {
  if (!pointer.startsWith('/body/')) return undefined
  return pointerSteps(pointer.slice('/body'.length)).join('.')
}

/** The unescaped segments of a JSON pointer. */
export function pointerSteps(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescaped)
}

/** RFC 6901 escapes ~ and / within a segment. */
export const escaped = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** A fault's detail as a sentence of its own. */
export function sentence(detail: string): string {
  const capital = detail.charAt(0).toUpperCase() + detail.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
