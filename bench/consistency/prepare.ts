import type { Call } from './call.ts'
import type { Cluster } from './cluster/open.ts'
import { thingTypes, valueTypes } from './model/thing.ts'

/** Makes the metric definitions and thing types that workers take for granted. */
export async function prepareTypes({ nodes: [node] }: Cluster, call: Call): Promise<void> {
  const make = async (
    path: string,
    body: { readonly id: string; readonly [field: string]: unknown },
  ) => {
    const { status, text } = node ? await call(node, 'POST', path, { name: body.id, ...body }) : {}
    if (status !== 201) throw new Error(`${path} was answered ${status}: ${text}`)
  }
  for (const [id, valueType] of Object.entries(valueTypes)) {
    await make('/v2/metric-definitions', { id, valueType })
  }
  for (const [id, keys] of Object.entries(thingTypes)) {
    const metrics = keys.map((key) => ({ key, metricDefinitionId: key }))
    await make('/v2/thing-types', { id, metrics })
  }
}
