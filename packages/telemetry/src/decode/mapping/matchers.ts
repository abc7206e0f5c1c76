import type { Matcher } from '@sluice/contract'
import type { Labels } from './expression.ts'
import { compilePattern } from './pattern.ts'

type Fits = (text: string) => boolean

/** Whether a sample matches any of several matchers. */
export class Matchers {
  readonly size: number
  readonly #compiled: readonly (readonly (readonly [label: string, fits: Fits])[])[]

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

  /** The same for samples that differ in one label alone: the others are matched once, by this call. */
  fitBy(differing: string, labels: Labels): Fits {
    const left: Fits[] = []
    for (const matcher of this.#compiled) {
      let own: Fits | undefined
      const isOpen = matcher.every(([label, fits]) => {
        if (label !== differing) return fits(labels(label) ?? '')
        own = fits
        return true
      })
      if (!isOpen) continue
      if (!own) return () => true
      left.push(own)
    }
    return (text) => left.some((fits) => fits(text))
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
