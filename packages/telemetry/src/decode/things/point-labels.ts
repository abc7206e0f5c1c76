import { shorten } from '../faults.ts'
import type { Point } from '../lines/line-protocol.ts'
import type { LabelName, Labels } from '../mapping/expression.ts'
import type { Trait } from '../series/identity.ts'

/** Names of tags that are labels of another name, since these mean something else. */
const hidden = new Map(['measurement', 'field'].map((tag) => [tag, `tag.${tag}`]))
/** These tags by their labels. */
export const plainNames = new Map(Array.from(hidden, ([tag, label]) => [label, tag]))

/** The label of a tag. */
export function labelOfTag(tag: string): string {
  return hidden.get(tag) ?? tag
}

/** The labels of a point, without its fields. */
export function* namesOfPoint({ tags }: Point): Generator<LabelName> {
  yield ['measurement']
  for (const [tag, value] of tags) if (value !== '') yield [labelOfTag(tag), tag]
}

export function* traitsOfPoint({ measurement, tags }: Point): Generator<Trait> {
  // Marked, since a tag may have any name.
  yield ['measurement', 'measurement', measurement]
  for (const [tag, value] of tags) yield [labelOfTag(tag), value]
}

/** A field as a message names it: `cpu,cpu=cpu0,host=a7 usage_idle`. */
export function textOfSample({ measurement, tags }: Point, field: string): string {
  const pairs = Array.from(tags, ([tag, value]) => `,${tag}=${value}`)
  return shorten(`${measurement}${pairs.join('')} ${field}`)
}

/** The labels of the current point, or of a field of it. Reused for one after another. */
export class LabelsInTurn {
  #point: Point | undefined
  #field: string | undefined
  readonly #labels: Labels = (name) => {
    if (name === 'field' && this.#field !== undefined) return this.#field
    if (name === 'measurement') return this.#point?.measurement
    const { tags } = this.#point ?? {}
    return tags?.get(name) ?? tags?.get(plainNames.get(name) ?? '')
  }

  of(point: Point, field?: string): Labels {
    this.#point = point
    this.#field = field
    return this.#labels
  }
}
