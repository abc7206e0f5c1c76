import { texts } from '#texts/form.ts'
import type { AddFault } from './reading.ts'

/** A JSON object as text for a field; empty if there is none. */
export function jsonText(value: Record<string, unknown> | null): string {
  if (value === null || Object.keys(value).length === 0) return ''
  return JSON.stringify(value, null, 2)
}

/** Parses a field's JSON object. Returns undefined if it is empty, or invalid, which is reported as a fault. */
export function readJson(
  text: string,
  field: string,
  add: AddFault,
): Record<string, unknown> | undefined {
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
    add(field, texts.json.notObject)
  } catch (error) {
    add(field, texts.json.notJson((error as Error).message))
  }
  return undefined
}
