import type { Fault } from '@sluice/contract'
import { stepsBelow } from './json-pointer.ts'
import { LISTED_FAULTS } from './problem.ts'

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
  if (Array.isArray(value)) {
    // Without the positions as names: they take ten times as long, and keep every rule.
    for (let i = 0; i < value.length; i++) {
      if (!isMetThroughout(rule, value[i], depth - 1)) return false
    }
    return true
  }
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

/** More than an answer lists, so that it can say that there are more. */
const MAX_FAULTS = LISTED_FAULTS + 1

/**
 * The texts, member names and numbers of a JSON value that violate a rule, or the first {@link MAX_FAULTS}; as pointers
 * below `at`.
 */
export function textFaults(rule: TextRule, value: unknown, at: string, depth = DEPTH): Fault[] {
  const faults: Fault[] = []
  addTextFaults(rule, value, { at, steps: [], depth, faults })
  return faults
}

interface Search {
  readonly at: string
  /** The way to the value that is looked at. Pointers are made only for faults: a body has many values. */
  readonly steps: (string | number)[]
  readonly depth: number
  readonly faults: Fault[]
}

function addTextFaults(rule: TextRule, value: unknown, search: Search): void {
  if (typeof value === 'string') {
    if (!rule.isMet(value)) addFault(search, rule.wording(value))
  } else if (typeof value === 'number') {
    if (!isNumberMet(rule, value)) addFault(search, 'must be a finite number')
  } else if (typeof value === 'object' && value !== null) {
    if (search.steps.length === search.depth) {
      addFault(search, `is nested deeper than ${DEPTH} levels`)
    } else addFaultsInside(rule, value, search)
  }
}

function addFaultsInside(rule: TextRule, value: object, search: Search): void {
  const { steps, faults } = search
  const look = (step: string | number, inside: unknown) => {
    steps.push(step)
    addTextFaults(rule, inside, search)
    steps.pop()
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && faults.length < MAX_FAULTS; i++) look(i, value[i])
    return
  }
  const names = rule.ofNames ?? rule
  for (const name in value) {
    if (faults.length >= MAX_FAULTS) return
    if (names.isMet(name)) look(name, (value as Record<string, unknown>)[name])
    else addFault(search, `has a member whose name ${names.wording(name)}`)
  }
}

function addFault({ at, steps, faults }: Search, detail: string): void {
  faults.push({ pointer: stepsBelow(at, steps), detail })
}
