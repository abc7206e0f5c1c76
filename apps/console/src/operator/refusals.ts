import { failureText, isFailure } from '#data/failure.ts'
import { fieldsOf } from './figures.ts'

/** What of a refusal goes to the form's fields, and what to say where none has it. */
export function refusalOf(error: unknown): { fields: Record<string, string>; text?: string } {
  const faults = (isFailure(error) && error.data?.problem?.errors) || []
  if (faults.length > 0) return { fields: fieldsOf(faults) }
  return { fields: {}, text: failureText(error) }
}
