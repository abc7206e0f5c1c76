import type { EventType } from '@sluice/contract'
import { payloadOf } from '../../integrations/present-delivery.ts'
import { newOrganization, type TestCore } from '../../testing/core.ts'
import { documented } from '../../testing/documented.ts'

/** An organization with a thing that should send every minute, and an integration. */
export async function listenTo(core: TestCore, eventTypes: EventType[], thresholds: object[] = []) {
  const organization = await newOrganization(core)
  const { id: organizationId, act } = organization
  await act('metricDefinitions.create', {
    body: { id: 'air', name: 'Air', valueType: 'number', expectedIntervalSeconds: 60 },
  })
  await act('thingTypes.create', {
    body: {
      ...{ id: 'truck', name: 'Truck' },
      metrics: [{ key: 'temperature', metricDefinitionId: 'air' }],
    },
  })
  await act('things.create', { body: { id: 'truck-1', name: 'Truck 1', thingTypeId: 'truck' } })
  const integration = { id: 'hook', name: 'Hook', url: 'https://hooks.example', eventTypes }
  await act('integrations.create', { body: { ...integration, thresholds } as never })
  return {
    ...organization,
    async send(temperature: number, written = core.lastSeen.flush) {
      const timestamp = core.clock().toISOString()
      await act('telemetry.ingest', {
        params: { thingId: 'truck-1' },
        query: {},
        body: { timestamp, values: { temperature } },
      })
      await written()
    },
    async delivered() {
      const events = await core.db.delivery.findMany({
        where: { organizationId },
        orderBy: { position: 'asc' },
        include: { event: true },
      })
      for (const { event } of events) documented(payloadOf(event))
      return events.map(({ event }) => event)
    },
  }
}
