import { type MappingRules, parseExpression } from '@sluice/contract'
import { shorten } from '../faults.ts'
import { Expression, type LabelName, type Labels } from './expression.ts'
import { fixedLabels, Matchers } from './matchers.ts'
import { compilePattern } from './pattern.ts'

/** Why a mapping drops a sample. */
export type Dropped = 'fits none of match' | 'fits drop'

interface Conversion {
  readonly key: string
  readonly factor: number
  readonly offset: number
}

/** Maps labels to things and metrics, compiled once for all samples. */
export class Mapping {
  readonly rules: MappingRules
  readonly thing: Expression
  readonly metric: Expression
  /** Whether labels that the mapping does not use are refused. */
  readonly isStrict: boolean
  /** Whether some samples may be dropped. */
  readonly selects: boolean
  readonly #match: Matchers
  readonly #drop: Matchers
  readonly #conversions: ReadonlyMap<string, Conversion>
  readonly #isIgnored: (label: string) => boolean
  readonly #fixed: ReadonlySet<string>

  constructor(rules: MappingRules) {
    this.rules = rules
    const replaces = rules.invalidCharacters === 'replace'
    this.thing = compile(rules.thing, 'label', replaces ? /[^A-Za-z0-9._~-]+/g : undefined)
    this.metric = compile(rules.metric, 'refused', replaces ? /[^A-Za-z0-9_.-]+/g : undefined)
    this.isStrict = rules.unmappedLabels === 'refuse'
    this.#match = new Matchers(rules.match)
    this.#drop = new Matchers(rules.drop)
    this.selects = this.#match.size + this.#drop.size > 0
    this.#conversions = conversionsOf(rules.metrics)
    const patterns = rules.ignoredLabels.map(compilePattern)
    this.#isIgnored = (label) => patterns.some((fits) => fits(label))
    this.#fixed = new Set(fixedLabels(rules.match))
  }

  /** Why a sample is dropped; undefined if it is not. */
  dropOf(labels: Labels): Dropped | undefined {
    if (!this.selects) return undefined
    if (this.#match.size > 0 && !this.#match.fit(labels)) return 'fits none of match'
    return this.#drop.fit(labels) ? 'fits drop' : undefined
  }

  /** The same for the fields of a point with these labels: those are matched once, by this call. */
  dropOfFields(labels: Labels): (field: string) => Dropped | undefined {
    const isMatched = this.#match.size > 0 ? this.#match.fitBy('field', labels) : () => true
    const isDropped = this.#drop.fitBy('field', labels)
    return (field) => {
      if (!isMatched(field)) return 'fits none of match'
      return isDropped(field) ? 'fits drop' : undefined
    }
  }

  /** The key under which a metric is stored, given the result of the expression, with characters replaced. */
  keyOf(metric: string): string {
    return this.#conversions.get(metric)?.key ?? metric
  }

  /** The value that is stored: numbers may be scaled. */
  valueOf<Value>(metric: string, value: Value): Value | number {
    const conversion = this.#conversions.get(metric)
    if (conversion === undefined || typeof value !== 'number') return value
    return value * conversion.factor + conversion.offset
  }

  /** Whether a label is part of a series' identity. It can be ignored by another name, too. */
  tells(label: string, other = label): boolean {
    return !this.#isIgnored(label) && (other === label || !this.#isIgnored(other))
  }

  /**
   * The labels of a sample that the mapping does not use, though they may distinguish its series from others. If two
   * have the same name, only one of them can be used.
   */
  unmapped(names: Iterable<LabelName>, labels: Labels): string[] {
    const used = new Set([
      ...(this.thing.chosenBy(labels)?.labels ?? []),
      ...(this.metric.chosenBy(labels)?.labels ?? []),
      ...this.#fixed,
    ])
    const unmapped: string[] = []
    for (const [name, other] of names) {
      if (!used.delete(name) && this.tells(name, other)) unmapped.push(name)
    }
    return unmapped
  }
}

/** The fault of a sample with unmapped labels. */
export function unmappedDetail(labels: readonly string[]): string {
  const named = labels.slice(0, 10).map(shorten)
  const more = labels.length > named.length ? ' and others' : ''
  return `has labels that the mapping neither uses nor ignores: ${named.join(', ')}${more}`
}

/** A mapping of nothing but these expressions. */
export function mappingBy(thing: string, metric: string): Mapping {
  return new Mapping({
    ...{ thing, metric, match: [], drop: [], metrics: {}, ignoredLabels: [] },
    ...{ unmappedLabels: 'allow', invalidCharacters: 'refuse' },
  })
}

function compile(text: string, bare: 'label' | 'refused', unfit: RegExp | undefined): Expression {
  const parsed = parseExpression(text, bare)
  // Expressions are validated on input, so this is a bug.
  if (typeof parsed === 'string') throw new Error(`The expression ${text} ${parsed}.`)
  return new Expression(parsed, unfit)
}

function conversionsOf(metrics: MappingRules['metrics']): ReadonlyMap<string, Conversion> {
  const all = Object.entries(metrics).map(([metric, { key = metric, factor = 1, offset = 0 }]) => {
    return [metric, { key, factor, offset }] as const
  })
  return new Map(all)
}
