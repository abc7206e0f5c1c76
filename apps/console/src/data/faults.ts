import { type Fault, findingsOf } from '@sluice/contract'
import type { z } from 'zod'

/** Where a form shows what: messages by field path (`scopes.0.action`), and what fits no field. */
export interface PlacedFaults {
  readonly fields: Record<string, string>
  readonly rest: readonly Fault[]
}

/**
 * Puts faults where a form can show them: `/body/scopes/0/resourceFilter` goes to
 * the field that the form has for `scopes.0.resourceFilter`; where it has none, the fault keeps its pointer.
 * Of two faults of one field both are reported.
 */
export function placeFaults(
  faults: readonly Fault[],
  fieldOf: (path: string, pointer: string) => string | undefined,
): PlacedFaults {
  const fields: Record<string, string> = {}
  const rest: Fault[] = []
  for (const fault of faults) {
    const path = bodyPath(fault.pointer)
    const field = path && fieldOf(path, fault.pointer)
    if (!field) {
      rest.push(fault)
      continue
    }
    const before = fields[field]
    fields[field] =
      before === undefined ? sentence(fault.detail) : `${before} ${sentence(fault.detail)}`
  }
  return { fields, rest }
}

/** A browser-side refusal in the server's form and words, so that both take the same way into the form. */
export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues
    .flatMap((issue) => findingsOf(issue))
    .map(({ path, detail }) => ({
      pointer: `/body${path.map((step) => `/${escaped(String(step))}`).join('')}`,
      detail,
    }))
}

function bodyPath(pointer: string): string | undefined {
  if (!pointer.startsWith('/body/')) return undefined
  return pointerSteps(pointer.slice('/body'.length)).join('.')
}

/** The names and numbers that a JSON pointer goes by. */
export function pointerSteps(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescaped)
}

/** RFC 6901: ~ and / within a step. */
const escaped = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

function sentence(detail: string): string {
  const capital = detail.charAt(0).toUpperCase() + detail.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
