import { shorten } from '../faults.ts'
import type { Point } from '../lines/line-protocol.ts'
import type { Labels } from '../mapping/expression.ts'
import type { Trait } from '../series/identity.ts'

/** The labels of a point, without its fields. */
export function namesOfPoint({ tags }: Point): string[] {
  return ['measurement', ...tags.keys()]
}

export function* traitsOfPoint({ measurement, tags }: Point): Generator<Trait> {
  // Marked, since a tag may be named `measurement`, too.
  yield ['measurement', 'measurement', measurement]
  yield* tags
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
    return name === 'measurement' ? this.#point?.measurement : this.#point?.tags.get(name)
  }

  of(point: Point, field?: string): Labels {
    this.#point = point
    this.#field = field
    return this.#labels
  }
}
