import type { Matcher } from '@sluice/contract'
import type { AddFault } from '#form/reading.ts'
import { texts } from '#texts/mappings.ts'

/** Matchers as text, one JSON object per line. */
export function matchersText(matchers: readonly Matcher[]): string {
  return matchers.map((matcher) => JSON.stringify(matcher)).join('\n')
}

/** Parses matchers, one per line. Invalid lines are reported as faults. */
export function readMatchers(text: string, field: string, add: AddFault): Matcher[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.flatMap((line, i): Matcher[] => {
    if (line === '') return []
    const matcher = readMatcher(line)
    if (matcher === undefined) add(field, texts.fields.matcherFault(i + 1))
    return matcher === undefined ? [] : [matcher]
  })
}

function readMatcher(line: string): Matcher | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const isText = Object.values(value).every((pattern) => typeof pattern === 'string')
    return isText ? (value as Matcher) : undefined
  } catch {
    return undefined
  }
}
