import type { Matcher } from '@sluice/contract'
import type { Labels } from './expression.ts'
import { compilePattern } from './pattern.ts'

/** Whether a sample matches any of several matchers. */
export class Matchers {
  readonly size: number
  readonly #compiled: readonly (readonly (readonly [
    label: string,
    fits: (text: string) => boolean,
  ])[])[]

  constructor(matchers: readonly Matcher[]) {
    this.size = matchers.length
    this.#compiled = matchers.map((matcher) =>
      Object.entries(matcher).map(([label, pattern]) => [label, compilePattern(pattern)] as const),
    )
  }

  fit(labels: Labels): boolean {
    return this.#compiled.some((matcher) =>
      matcher.every(([label, fits]) => fits(labels(label) ?? '')),
    )
  }
}

/** Labels with the same exact value in every matcher, and so in all samples that match. */
export function fixedLabels(matchers: readonly Matcher[]): string[] {
  const [first = {}, ...others] = matchers
  return Object.keys(first).filter((label) => {
    const value = first[label] ?? '*'
    return !value.includes('*') && others.every((other) => other[label] === value)
  })
}
