import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startApi } from '../testing/start-api.ts'
import { newTenant } from '../testing/tenant.ts'

test('a stop waits for the request in progress and closes its connection after the answer', async () => {
  const api = await startApi()
  const { key } = await (await newTenant(api.core)).mint({ keyType: 'Admin' })
  const { hostname, port } = new URL(api.url)
  const reach = () => connect(Number(port), hostname)
  const socket = reach()
  const body = JSON.stringify({ id: 'oslo', name: 'Oslo', timezone: 'Europe/Oslo' })
  socket.write(
    `POST /v2/sites HTTP/1.1\r\nHost: api\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  const [first] = await once(socket, 'data')
  expect(String(first)).toContain('100 Continue')
  const stopped = api.close()
  const reached = () => once(reach(), 'connect').then(() => 'connected', String)
  await expect.poll(reached).toContain('ECONNREFUSED')
  socket.write(body)
  // The text ends because the connection is not kept alive.
  const answer = await text(socket)
  expect(answer).toContain('HTTP/1.1 201 Created')
  expect(answer).toContain('Connection: close')
  await stopped
})
