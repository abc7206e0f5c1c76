import type { Fault } from '@sluice/contract'
import { stepsBelow } from './json-pointer.ts'

/** Deeper than any honest body, and shallow enough for recursion. */
const DEPTH = 64

/** A rule for every text of a JSON value. */
export interface TextRule {
  isMet(text: string): boolean
  /** What is wrong with a text that violates it, as `must …`. */
  wording(text: string): string
  /** The rule for member names. Default: the same. */
  readonly ofNames?: Pick<TextRule, 'isMet' | 'wording'>
  /** Whether numbers must be finite. `JSON.parse` reads `1e400` as Infinity, which JSON cannot express. */
  readonly finite?: boolean
}

/** Whether {@link textFaults} finds nothing, which is cheaper to check. */
export function isMetThroughout(rule: TextRule, value: unknown, depth = DEPTH): boolean {
  if (typeof value === 'string') return rule.isMet(value)
  if (typeof value === 'number') return isNumberMet(rule, value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  const names = rule.ofNames ?? rule
  for (const name in value) {
    const inside = (value as Record<string, unknown>)[name]
    if (!names.isMet(name) || !isMetThroughout(rule, inside, depth - 1)) return false
  }
  return true
}

function isNumberMet({ finite }: TextRule, value: number): boolean {
  return !finite || Number.isFinite(value)
}

/** The texts, member names and numbers of a JSON value that violate a rule; as pointers below `at`. */
export function textFaults(rule: TextRule, value: unknown, at: string, depth = DEPTH): Fault[] {
  if (typeof value === 'string') {
    return rule.isMet(value) ? [] : [{ pointer: at, detail: rule.wording(value) }]
  }
  if (typeof value === 'number' && !isNumberMet(rule, value)) {
    return [{ pointer: at, detail: 'must be a finite number' }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (depth === 0) return [{ pointer: at, detail: `is nested deeper than ${DEPTH} levels` }]
  const names = rule.ofNames ?? rule
  return Object.entries(value).flatMap(([name, inside]) =>
    names.isMet(name)
      ? textFaults(rule, inside, stepsBelow(at, [name]), depth - 1)
      : [{ pointer: at, detail: `has a member whose name ${names.wording(name)}` }],
  )
}
