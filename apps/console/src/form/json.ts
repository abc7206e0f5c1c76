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
    const lost = lostInteger(text)
    if (lost !== undefined) add(field, texts.json.lostDigits(lost))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
    add(field, texts.json.notObject)
  } catch (error) {
    add(field, texts.json.notJson((error as Error).message))
  }
  return undefined
}

/** Strings, which are skipped, and numbers of a JSON text. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** The first integer of a valid JSON text that loses digits as a number, such as a long serial number. */
export function lostInteger(text: string): string | undefined {
  return text.match(tokens)?.find(losesDigits)
}

/** Whether a text is an integer beyond ±(2^53 - 1) that a number cannot hold. */
export function losesDigits(text: string): boolean {
  const isSafe = !/^-?\d+$/.test(text) || Number.isSafeInteger(Number(text))
  return !isSafe && String(Number(text)) !== text
}
