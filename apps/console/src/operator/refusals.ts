import { failureText, isFailure } from '#data/failure.ts'
import { fieldsOf } from './figures.ts'

/** Errors by form field, and a text if they belong to no field. */
export function refusalOf(error: unknown): { fields: Record<string, string>; text?: string } {
  const faults = (isFailure(error) && error.data?.problem?.errors) || []
  if (faults.length > 0) return { fields: fieldsOf(faults) }
  return { fields: {}, text: failureText(error) }
}
