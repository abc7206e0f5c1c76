import {
  type Fault,
  type Template,
  type TemplateKind,
  type TemplateResource,
  templateLimits,
} from '@sluice/contract'
import { lookupIn } from './lookup.ts'
import { Meter, ownLength, TooMuch } from './meter.ts'
import { type Filling, fillingOf, Unfit } from './substitute.ts'
import type { Values } from './values.ts'

/** The part of a template that decides its resources. */
export type TemplateBody = Pick<Template, 'parameters' | 'resources'>

/** One resource rendered from a template and parameter values. */
export interface Rendered {
  readonly kind: TemplateKind
  readonly id: unknown
  readonly properties: Readonly<Record<string, unknown>>
  /** The index of its source among the template's resources. */
  readonly source: number
  /** The number of the repetition, from 1. */
  readonly turn: number
}

/** Resources, or faults of the values. */
interface Rendering {
  readonly resources: Rendered[]
  readonly faults: Fault[]
}

/**
 * Renders a template, which was inspected when it was stored, with values that fit its parameters. What only depends on
 * values (too many resources, too much text) is returned as faults. Yields before each resource.
 */
export function* rendering(body: TemplateBody, values: Values): Generator<void, Rendering> {
  const times = body.resources.map((resource) => timesOf(resource, values))
  if (times.reduce((sum, one) => sum + one, 0) > templateLimits.rendered) {
    const detail = `makes more than ${templateLimits.rendered} resources; apply it in parts`
    return { resources: [], faults: [{ pointer: '/body/parameters', detail }] }
  }
  return yield* fill(body, values, times)
}

function* fill(
  body: TemplateBody,
  values: Values,
  times: readonly number[],
): Generator<void, Rendering> {
  const ids = idsOf(body)
  const resources: Rendered[] = []
  const faults: Fault[] = []
  const meter = new Meter()
  for (const [source, { kind, id, properties, each }] of body.resources.entries()) {
    const fillings = { id: idFilling(id), properties: fillingOf(properties) }
    const own = ownLength([id, properties])
    for (let turn = 1; turn <= (times[source] ?? 0); turn += 1) {
      yield
      const item = each === undefined ? undefined : (values[each] as unknown[])[turn - 1]
      const lookup = lookupIn({ values, index: turn, item, ids, meter })
      try {
        meter.begin(own)
        const filled = fillings.properties(lookup) as Rendered['properties']
        resources.push({ kind, id: fillings.id(lookup), properties: filled, source, turn })
      } catch (error) {
        if (error instanceof TooMuch) return { resources: [], faults: [tooMuch] }
        if (!(error instanceof Unfit)) throw error
        const which = times[source] === 1 ? '' : `number ${turn}: `
        faults.push({
          pointer: `/template/resources/${source}`,
          detail: `${which}${error.message}`,
        })
      }
    }
  }
  return { resources, faults }
}

const tooMuch = {
  pointer: '/body/parameters',
  detail: `makes more than ${templateLimits.renderedCharacters} characters; apply it in parts`,
}

/** How often a resource is repeated. One more than the limit is enough to be refused. */
function timesOf({ count, each }: TemplateResource, values: Values): number {
  if (each !== undefined) return (values[each] as unknown[]).length
  const times = typeof count === 'string' ? (values[count] as number) : (count ?? 1)
  return Math.min(Math.max(times, 0), templateLimits.rendered + 1)
}

/** The ids of resources that have a key. */
function idsOf({ resources }: TemplateBody): ReadonlyMap<string, Filling> {
  const keyed = resources.flatMap(({ key, id }) => (key === undefined ? [] : [[key, id] as const]))
  return new Map(keyed.map(([key, id]) => [key, idFilling(id)]))
}

/** An id is a text, even if it is nothing but a reference to a number. */
function idFilling(id: string): Filling {
  const fill = fillingOf(id)
  return (lookup) => {
    const filled = fill(lookup)
    return typeof filled === 'number' ? String(filled) : filled
  }
}
