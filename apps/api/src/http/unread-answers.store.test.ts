/** Large answers that their clients do not read: the memory they hold is bounded, and not held for long. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { WrittenJson } from '@sluice/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, send } from '../testing/send.ts'
import type { TestApi } from '../testing/start-api.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const MEBIBYTE = 1024 * 1024
/** More than the system keeps for a connection. */
const LENGTH = 32 * MEBIBYTE
/** Two such answers of one organization, and one of another. */
const underWay = 5 * LENGTH

const patient = useApi({ answers: { underWay } })
const impatient = useApi({ answers: { underWay, stall: 600 } })
beforeAll(() => {
  const bytes = Buffer.from(JSON.stringify({ items: [], rest: 'x'.repeat(LENGTH) }))
  const longCalls = {
    perform: async () => new WrittenJson(bytes, undefined),
    close: async () => {},
  }
  for (const { core } of [patient, impatient]) Object.assign(core, { longCalls })
})

const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

async function keyOf({ core }: TestApi): Promise<string> {
  return (await (await newTenant(core)).mint()).key
}

const ask = ({ url }: TestApi, key: string) =>
  send(url, 'things.list', { query: { limit: '1000' } }, key, { 'Accept-Encoding': 'identity' })

const requestOf = (key: string, path = '/v2/things?limit=1000', method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`

/** A connection whose client reads only the first bytes of an answer. */
async function unread({ url }: TestApi, text: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(text)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  expect(Number(first.subarray(9, 12))).toBe(200)
  return socket
}

test('an organization that does not read gets 503 beyond its share, and others do not', async () => {
  const [one, other] = [await keyOf(patient), await keyOf(patient)]
  const first = await unread(patient, requestOf(one))
  const second = await unread(patient, requestOf(one))
  const refused = await ask(patient, one)
  expect([refused.status, codeOf(refused)]).toEqual([503, 'unavailable'])
  expect(refused.headers.get('retry-after')).toBe('1')
  expect((await send(patient.url, 'things.list', {}, one)).status).toBe(200)
  expect((await ask(patient, other)).status).toBe(200)
  first.resume()
  await expect.poll(async () => (await ask(patient, one)).status).toBe(200)
  second.destroy()
})

test('a connection whose client does not read a large answer is closed, which frees its share', async () => {
  const key = await keyOf(impatient)
  const held = await Promise.all([1, 2].map(() => unread(impatient, requestOf(key))))
  await expect.poll(async () => (await ask(impatient, key)).status).toBe(200)
  for (const socket of held) {
    socket.resume()
    await once(socket, 'close')
    expect(socket.bytesRead).toBeLessThan(LENGTH)
  }
})

test('a connection on which large answers were read goes on', async () => {
  const key = await keyOf(patient)
  const lists = requestOf(key) + requestOf(key) + requestOf(key, '/v2/things?limit=1000', 'HEAD')
  const socket = await unread(patient, lists + requestOf(key, '/v2/key'))
  let end = ''
  socket.on('data', (some: Buffer) => {
    end = (end + some.toString('latin1')).slice(-8192)
  })
  socket.resume()
  while (!end.includes('"keyType"')) await once(socket, 'data')
  expect(socket.bytesRead).toBeGreaterThan(2 * LENGTH)
  socket.write(requestOf(key, '/v2/sites'))
  while (!end.includes('"yard"')) await once(socket, 'data')
})
