import type { Point } from '../lines/line-protocol.ts'

/** The field that a metric's sample came from. */
export interface Origin {
  readonly point: Point
  readonly field: string
}

/** What was taken from a point. */
export interface Taken {
  readonly point: Point
  /** By metric. */
  readonly values: Map<string, unknown>
  /** By metric, the fields whose names differ from it. */
  fields: Map<string, string> | undefined
}

/** The points of one thing and time; mostly there is one. */
export class Moment {
  #first: Taken | undefined
  /** By metric, once there is a second point. */
  #origins: Map<string, Origin> | undefined

  /** Where the first sample of a metric came from. */
  originOf(metric: string): Origin | undefined {
    if (this.#origins) return this.#origins.get(metric)
    const first = this.#first
    return first?.values.has(metric) ? originIn(first, metric) : undefined
  }

  note(taken: Taken): void {
    if (!this.#first) this.#first = taken
    else {
      this.#origins ??= new Map(originsIn(this.#first))
      for (const [metric, origin] of originsIn(taken)) {
        if (!this.#origins.has(metric)) this.#origins.set(metric, origin)
      }
    }
  }
}

function originIn({ point, fields }: Taken, metric: string): Origin {
  return { point, field: fields?.get(metric) ?? metric }
}

function originsIn(taken: Taken): [metric: string, origin: Origin][] {
  return Array.from(taken.values.keys(), (metric) => [metric, originIn(taken, metric)])
}
