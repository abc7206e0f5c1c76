/**
 * The demo organization: weather stations with real readings, sent through the product's own operations.
 *
 * The data are NOAA's (U.S. government works): daily observations of Seattle and New York, 2012 to 2015,
 * and the 1981-2010 hourly climate normals of Seattle, as the npm package `vega-datasets` ships them. They
 * keep their own times: NOAA tells local standard time.
 */

import type { Call, OperationName } from '@sluice/contract'
import { actForOrganization, type Core, createOrganization, perform } from '@sluice/core'
import { readStation } from './seed/readings.ts'
import { definitions, sites, stations, thingTypes } from './seed/resources.ts'

export const demo = { id: 'demo', name: 'Demo weather' } as const

/** Makes the organization `demo` with its resources and readings. Throws when there is one already. */
export async function seed(core: Core): Promise<{ samples: number }> {
  await createOrganization(core, demo)
  const actor = await actForOrganization(core, 'seed', demo.id)
  if (!actor) throw new Error('The demo organization was not made.')

  const send = <Name extends OperationName>(name: Name, call: Call<Name>) =>
    perform(core, { name, actor, call, requestId: 'seed', address: null })

  for (const body of sites) await send('sites.create', { body })
  for (const body of definitions) await send('metricDefinitions.create', { body })
  for (const body of thingTypes) await send('thingTypes.create', { body })
  let samples = 0
  for (const { source, ...body } of stations) {
    await send('things.create', { body })
    const columns = await readStation(source)
    const params = { thingId: body.id }
    const { accepted } = await send('telemetry.ingestColumnar', {
      params,
      query: {},
      body: columns,
    })
    samples += accepted
  }
  return { samples }
}
