import {
  type Fault,
  type Template,
  type TemplateKind,
  type TemplateResource,
  templateLimits,
} from '@sluice/contract'
import { atOnce } from '@sluice/runtime'
import type { Reference } from './reference.ts'
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

interface Turn {
  readonly index: number
  readonly item: unknown
}

/**
 * Renders a template, which was inspected when it was stored, with values that fit its parameters. What only depends on
 * values (too many resources, too much text) is returned as faults.
 */
export function render(body: TemplateBody, values: Values): Rendering {
  return atOnce(rendering(body, values))
}

/** Resources, or faults of the values. */
interface Rendering {
  readonly resources: Rendered[]
  readonly faults: Fault[]
}

/** {@link render}, yielding after each resource. */
export function* rendering(body: TemplateBody, values: Values): Generator<void, Rendering> {
  const turns = body.resources.map((resource) => turnsOf(resource, values))
  const total = turns.reduce((sum, { length }) => sum + length, 0)
  if (total > templateLimits.rendered) {
    const detail = `makes more than ${templateLimits.rendered} resources; apply it in parts`
    return { resources: [], faults: [{ pointer: '/body/parameters', detail }] }
  }
  return yield* fill(body, values, turns)
}

function* fill(
  body: TemplateBody,
  values: Values,
  turns: readonly (readonly Turn[])[],
): Generator<void, Rendering> {
  const idOf = idsOf(body, values)
  const resources: Rendered[] = []
  const faults: Fault[] = []
  let left: number = templateLimits.renderedCharacters
  for (const [i, { kind, id, properties }] of body.resources.entries()) {
    const [fillId, fillProperties] = [fillingOf(id), fillingOf(properties)]
    for (const turn of turns[i] ?? []) {
      yield
      const lookup = (reference: Reference) => valueAt(reference, values, turn, idOf)
      try {
        const filled = fillProperties(lookup) as Rendered['properties']
        left -= JSON.stringify(filled).length
        if (left < 0) return { resources: [], faults: [tooMuch] }
        const turned = { source: i, turn: turn.index }
        resources.push({ kind, id: fillId(lookup), properties: filled, ...turned })
      } catch (error) {
        if (!(error instanceof Unfit)) throw error
        const detail = `${turnName(turn, turns[i])}${error.message}`
        faults.push({ pointer: `/template/resources/${i}`, detail })
      }
    }
  }
  return { resources, faults }
}

const tooMuch = {
  pointer: '/body/parameters',
  detail: `makes more than ${templateLimits.renderedCharacters} characters; apply it in parts`,
}

function turnName({ index }: Turn, turns: readonly Turn[] | undefined): string {
  return turns && turns.length > 1 ? `number ${index}: ` : ''
}

/** The repetitions of a resource, with their items. */
function turnsOf({ count, each }: TemplateResource, values: Values): Turn[] {
  if (each !== undefined) {
    return (values[each] as unknown[]).map((item, i) => ({ index: i + 1, item }))
  }
  const times = typeof count === 'string' ? (values[count] as number) : (count ?? 1)
  // One more than the limit is enough to be refused.
  const length = Math.min(Math.max(times, 0), templateLimits.rendered + 1)
  return Array.from({ length }, (_, i) => ({ index: i + 1, item: undefined }))
}

type IdOf = (key: string, turn: Turn) => unknown

/** The ids of resources by key. Ids refer to no resources, so there is no cycle. */
function idsOf(body: TemplateBody, values: Values): IdOf {
  const fillings = new Map<string, Filling>()
  for (const { key, id } of body.resources) if (key !== undefined) fillings.set(key, fillingOf(id))
  return (key, turn) => fillings.get(key)?.((reference) => valueAt(reference, values, turn, none))
}

const none: IdOf = () => undefined

function valueAt({ root, path }: Reference, values: Values, turn: Turn, idOf: IdOf): unknown {
  if (root === 'index') return turn.index
  if (root === 'resources') return idOf(path[0] ?? '', turn)
  const start = root === 'item' ? turn.item : values[root]
  return path.reduce(memberOf, start)
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
