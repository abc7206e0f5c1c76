import type { Call } from '@sluice/contract'
import { newOrganization, type TestCore } from '../../../testing/core.ts'
import { documented } from '../../../testing/documented.ts'
import { deliver } from '../deliver.ts'
import type { OutgoingRequest, ReceiverAnswer } from '../send.ts'

export const fine: ReceiverAnswer = { status: 204, headers: {}, body: '' }

/** The answer of a receiver that is down. */
export const down = () => {
  throw new Error('The connection was refused.')
}

/** An organization with a site for things, and an integration whose receiver is played by the test. */
export async function newReceiver(
  core: TestCore,
  draft: Partial<Call<'integrations.create'>['body']> = {},
) {
  const { id: organizationId, act, mint, newHolder, system } = await newOrganization(core)
  await act('thingTypes.create', { body: { id: 'truck', name: 'Truck' } })
  const { secret } = await act('integrations.create', {
    body: {
      ...{ id: 'hook', name: 'Hook', url: 'https://hooks.example/in' },
      eventTypes: ['thing.created', 'thing.updated', 'thing.deleted', 'key.created', 'key.revoked'],
      ...draft,
    },
  })
  const received: OutgoingRequest[] = []
  let answer: (request: OutgoingRequest) => ReceiverAnswer | Promise<ReceiverAnswer> = () => fine
  let monotonic = () => 0
  const params = { integrationId: 'hook' }
  return {
    ...{ organizationId, act, mint, newHolder, system, secret, received },
    /** Sets the receiver's answers; throwing means a failed connection. */
    answers(next: typeof answer) {
      answer = next
    },
    /** Sets the clock that limits the duration of a job. */
    times(next: typeof monotonic) {
      monotonic = next
    },
    /** Makes all deliveries that are due by the test's clock. */
    deliver: (db = core.db, integrationId = 'hook', mostWaiting = 1000) =>
      deliver(
        {
          mostWaiting,
          core: { ...core, db },
          random: () => 0,
          monotonic,
          async send(request) {
            const given = await answer(request)
            received.push(request)
            return given
          },
        },
        { organizationId, integrationId },
        new AbortController().signal,
      ),
    delivered: () => received.map(({ body }) => documented(JSON.parse(body))),
    log: async () => (await act('integrations.deliveries', { params, query: {} })).items,
    integration: () => act('integrations.get', { params, query: {} }),
    makeThing: (id: string) =>
      act('things.create', { body: { id, name: id, thingTypeId: 'truck' } }),
    rename: (thingId: string, name: string) =>
      act('things.update', { params: { thingId }, body: { name } }),
  }
}
