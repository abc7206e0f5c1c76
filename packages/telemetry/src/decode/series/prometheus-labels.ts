import type { LabelName } from '../mapping/expression.ts'
import type { Trait } from './identity.ts'
import { textOfSeries } from './series.ts'

/** The label that holds a metric's name. */
export const NAME = '__name__'

/** A series as PromQL writes it. */
export function textOfLabels(labels: ReadonlyMap<string, string>): string {
  const others = [...labels].filter(([label]) => label !== NAME)
  const written = others.map(([label, value]) => [label, JSON.stringify(value)] as const)
  return textOfSeries(labels.get(NAME) ?? '', written)
}

/** An empty label counts as missing. */
export function* traitsOfLabels(labels: ReadonlyMap<string, string>): Generator<Trait> {
  for (const label of labels) if (label[1] !== '') yield label
}

export function* namesOfLabels(labels: ReadonlyMap<string, string>): Generator<LabelName> {
  for (const [label] of traitsOfLabels(labels)) yield [label]
}
