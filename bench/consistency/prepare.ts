import { type ThingTypeId, thingTypes, valueTypes } from './model/thing.ts'

type Make = (path: string, body: unknown) => Promise<unknown>

/** Makes the metric definitions and thing types that a worker takes for granted. It has its own, since it changes them. */
export async function prepareTypes(worker: string, make: Make): Promise<void> {
  const definitionOf = (key: string) => (key === 'level' ? levelOf(worker) : `${key}-${worker}`)
  for (const [key, valueType] of Object.entries(valueTypes)) {
    const id = definitionOf(key)
    await make('/v2/metric-definitions', { id, name: id, valueType })
  }
  for (const [type, keys] of Object.entries(thingTypes)) {
    const id = typeOf(type as ThingTypeId, worker)
    const metrics = keys.map((key) => ({ key, metricDefinitionId: definitionOf(key) }))
    await make('/v2/thing-types', { id, name: id, metrics })
  }
}

/** The definition of a worker's `level`, the one that it changes. */
export function levelOf(worker: string): string {
  return `level-${worker}`
}

/** The id that a worker's type has in the product. */
export function typeOf(type: ThingTypeId, worker: string): string {
  return `${type}-${worker}`
}
