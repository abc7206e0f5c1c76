/**
 * The demo organization: weather stations with real readings, sent through the product's own operations.
 *
 * The data are NOAA's (U.S. government works): daily observations of Seattle and New York, 2012 to 2015,
 * and the 1981-2010 hourly climate normals of Seattle, as the npm package `vega-datasets` ships them. They
 * keep their own times: NOAA tells local standard time.
 */

import type { ActorName, Call } from '@sluice/contract'
import { actForOrganization, type Core, createOrganization, perform } from '@sluice/core'
import { Problem } from '@sluice/runtime'
import { readStation } from './seed/readings.ts'
import { definitions, sites, stations, thingTypes } from './seed/resources.ts'

export const demo = { id: 'demo', name: 'Demo weather' } as const

/**
 * Makes the organization `demo` with its resources and readings. What is there already is left as it is, so that
 * a run that was cut short is taken up again.
 */
export async function seed(core: Core): Promise<{ samples: number }> {
  await unlessThere(createOrganization(core, demo))
  const actor = await actForOrganization(core, 'seed', demo.id)
  if (!actor) throw new Error('The demo organization was not made.')

  const send = <Name extends ActorName>(name: Name, call: Call<Name>) =>
    perform(core, { name, actor, call, requestId: 'seed', address: null })

  for (const body of sites) await unlessThere(send('sites.create', { body }))
  for (const body of definitions) await unlessThere(send('metricDefinitions.create', { body }))
  for (const body of thingTypes) await unlessThere(send('thingTypes.create', { body }))
  let samples = 0
  for (const { source, ...body } of stations) {
    await unlessThere(send('things.create', { body }))
    const call = { params: { thingId: body.id }, query: {}, body: await readStation(source) }
    const { accepted } = await send('telemetry.ingestColumnar', call)
    samples += accepted
  }
  return { samples }
}

async function unlessThere(making: Promise<unknown>): Promise<void> {
  try {
    await making
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error
  }
}
