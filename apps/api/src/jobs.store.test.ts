import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startJobs } from './jobs.ts'
import { startApi, type TestApi } from './testing/start-api.ts'
import { newTenant } from './testing/tenant.ts'

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let api: TestApi
let jobs: ReturnType<typeof startJobs>
let arrived: (received: Received) => void
const receiver = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  response.end('thanks')
  arrived({ headers: request.headers, body })
})

beforeAll(async () => {
  // Receivers check the age of a signature, so this test uses the real time.
  api = await startApi({ core: { clock: () => new Date(), localReceivers: true } })
  const logger = pino({ level: 'silent' })
  jobs = startJobs({
    core: api.core,
    databaseUrl: inject('databaseUrl'),
    logger,
    sweeps: false,
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  await jobs.close()
  await api.close()
  receiver.closeAllConnections()
  receiver.close()
})

test('a change is delivered by the queue, and the Standard Webhooks library verifies it', async () => {
  const tenant = await newTenant(api.core)
  const { promise: received, resolve } = Promise.withResolvers<Received>()
  arrived = resolve
  const { secret } = await tenant.act('integrations.create', {
    body: {
      ...{ id: 'hook', name: 'Hook', eventTypes: ['thing.updated'] },
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`,
      resourceFilter: 'PLACE/Site/yard/THING/#/#',
    },
  })
  await tenant.act('things.update', { params: { thingId: 'truck-1' }, body: { name: 'Blue' } })
  const { headers, body } = await received
  const event = new Webhook(secret).verify(body, headers as Record<string, string>)
  expect(event).toMatchObject({ type: 'thing.updated', data: { thing: { name: 'Blue' } } })
})
