import type { Alternative } from '@sluice/contract'

/** The value of a label; undefined or empty if a sample lacks it. */
export type Labels = (name: string) => string | undefined

/** The name by which a label is looked up, and another by which it can be ignored. */
export type LabelName = readonly [name: string, other?: string]

/** Matches characters of a label's value that are replaced by `_`, if any are. */
export type Unfit = RegExp | undefined

/**
 * UTF-16 units of a label that becomes part of a text. No id or key is longer, and many series may refer to one long
 * label.
 */
export const LONGEST_PART = 256

/** Builds texts from labels, as a mapping or a call defines. */
export class Expression {
  readonly #alternatives: readonly Alternative[]
  readonly #unfit: Unfit
  /** The label, if the expression is nothing but one, as most are. */
  readonly #only: string | undefined

  constructor(alternatives: readonly Alternative[], unfit: Unfit) {
    this.#alternatives = alternatives
    this.#unfit = unfit
    const [first, second] = alternatives
    const isBare = first?.texts.join('') === '' && first.labels.length === 1 && !second
    this.#only = isBare ? first.labels[0] : undefined
  }

  /** Undefined if no alternative has all of its labels, or one of them is too long. */
  textOf(labels: Labels): string | undefined {
    if (this.#only !== undefined) return this.#part(labels, this.#only)
    const chosen = this.chosenBy(labels)
    if (!chosen) return undefined
    let text = chosen.texts[0] ?? ''
    for (let i = 0; i < chosen.labels.length; i++) {
      const part = this.#part(labels, chosen.labels[i] ?? '')
      if (part === undefined) return undefined
      text += part + (chosen.texts[i + 1] ?? '')
    }
    return text
  }

  /** The alternative that applies to a sample: the first whose labels it has. */
  chosenBy(labels: Labels): Alternative | undefined {
    for (const one of this.#alternatives) if (hasAll(labels, one.labels)) return one
    return undefined
  }

  /** What a sample lacks, for a message: `thing or host`. */
  lackedBy(labels: Labels): string {
    const chosen = this.chosenBy(labels)
    return (chosen ? [chosen] : this.#alternatives)
      .map((one) => one.labels.filter((name) => this.#part(labels, name) === undefined))
      .map((names) => names.join(' and '))
      .join(' or ')
  }

  #part(labels: Labels, name: string): string | undefined {
    const value = labels(name)
    if (value === undefined || value === '' || value.length > LONGEST_PART) return undefined
    return this.#unfit === undefined ? value : value.replace(this.#unfit, '_')
  }
}

function hasAll(labels: Labels, names: readonly string[]): boolean {
  for (const name of names) if (!labels(name)) return false
  return true
}
