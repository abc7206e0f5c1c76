import { type MappingRules, parseExpression } from '@sluice/contract'
import { shorten } from '../faults.ts'
import { Expression, type Labels } from './expression.ts'
import { fixedLabels, Matchers } from './matchers.ts'
import { compilePattern } from './pattern.ts'

/** What a mapping says of a sample that it passes over. */
export type Dropped = 'fits none of match' | 'fits drop'

interface Conversion {
  readonly key: string
  readonly factor: number
  readonly offset: number
}

/** What labels become, compiled once for all samples. */
export class Mapping {
  readonly rules: MappingRules
  readonly thing: Expression
  readonly metric: Expression
  /** Whether labels that decide nothing are refused. */
  readonly isStrict: boolean
  /** Whether some samples may be passed over. */
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

  /** Why a sample is passed over; undefined where it is not. */
  dropOf(labels: Labels): Dropped | undefined {
    if (!this.selects) return undefined
    if (this.#match.size > 0 && !this.#match.fit(labels)) return 'fits none of match'
    return this.#drop.fit(labels) ? 'fits drop' : undefined
  }

  /** The key that is stored for the one that the expression makes. */
  keyOf(metric: string): string {
    return this.#conversions.get(metric)?.key ?? metric
  }

  /** The value that is stored: numbers may have another scale. */
  valueOf<Value>(metric: string, value: Value): Value | number {
    const conversion = this.#conversions.get(metric)
    if (conversion === undefined || typeof value !== 'number') return value
    return value * conversion.factor + conversion.offset
  }

  /** Whether a label tells a sample's series from others. */
  tells(label: string): boolean {
    return !this.#isIgnored(label)
  }

  /**
   * The labels of a sample that decide nothing, though they may tell its series from others. One that has no text, such as a
   * list, can decide nothing.
   */
  unmapped(names: Iterable<string>, labels: Labels): string[] {
    const used = new Set([
      ...(this.thing.chosenBy(labels)?.labels ?? []),
      ...(this.metric.chosenBy(labels)?.labels ?? []),
    ])
    return [...names].filter(
      (name) =>
        !used.has(name) &&
        !this.#fixed.has(name) &&
        !this.#isIgnored(name) &&
        labels(name) !== undefined,
    )
  }
}

/** Why a sample is refused whose labels are not all mapped. */
export function unmappedDetail(labels: readonly string[]): string {
  const named = labels.slice(0, 10).map(shorten)
  const more = labels.length > named.length ? ' and others' : ''
  return `has labels that the mapping neither uses nor ignores: ${named.join(', ')}${more}`
}

/** What maps by these expressions alone. */
export function mappingBy(thing: string, metric: string): Mapping {
  return new Mapping({
    ...{ thing, metric, match: [], drop: [], metrics: {}, ignoredLabels: [] },
    ...{ unmappedLabels: 'allow', invalidCharacters: 'refuse' },
  })
}

function compile(text: string, bare: 'label' | 'refused', unfit: RegExp | undefined): Expression {
  const parsed = parseExpression(text, bare)
  // They are checked where they come in, so this is a mistake of ours.
  if (typeof parsed === 'string') throw new Error(`The expression ${text} ${parsed}.`)
  return new Expression(parsed, unfit)
}

function conversionsOf(metrics: MappingRules['metrics']): ReadonlyMap<string, Conversion> {
  const all = Object.entries(metrics).map(([metric, { key = metric, factor = 1, offset = 0 }]) => {
    return [metric, { key, factor, offset }] as const
  })
  return new Map(all)
}
