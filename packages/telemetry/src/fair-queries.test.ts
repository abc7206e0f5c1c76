import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSampleStore } from './open-store.ts'
import type { SampleStore } from './store.ts'

const GREEDY = 1
const BYSTANDER = 2
/** Answered without rows. */
const BACKGROUND = 3
const rows = JSON.stringify({ meta: [{ name: 'one', type: 'UInt8' }], data: [[1]], rows: 1 })

/** Running statements of the greedy organization. */
let held: Socket[]
/** The organizations of statements, in the order in which the engine saw them. */
let arrived: number[]
let answersAll: boolean
let store: SampleStore
let close: () => Promise<unknown>
beforeEach(async () => {
  held = []
  arrived = []
  answersAll = false
  const sockets: Socket[] = []
  const engine = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', (head) => {
      const organization = Number(/param_organization=(\d+)/.exec(String(head))?.[1])
      arrived.push(organization)
      if (organization === GREEDY && !answersAll) held.push(socket)
      else answer(socket, organization === BACKGROUND ? '' : rows)
    })
  })
  await once(engine.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`
  store = openSampleStore({ url, clock: () => new Date() })
  close = async () => {
    await store.close()
    for (const socket of sockets) socket.destroy()
    await once(engine.close(), 'close')
  }
})
afterEach(() => close())

const ask = (organization: number) => store.query('SELECT 1 AS one', { organization })

function answer(socket: Socket, body = rows) {
  const fields = `Content-Length: ${body.length}\r\nConnection: close`
  socket.end(`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${body}`)
}

function answerAll() {
  answersAll = true
  for (const socket of held) answer(socket)
}

test('forty concurrent queries of one organization leave connections for other organizations', async () => {
  const greedy = Array.from({ length: 40 }, () => ask(GREEDY))
  for (let i = 0; i < 3; i += 1) expect(await ask(BYSTANDER)).toEqual([[1]])
  answerAll()
  expect(await Promise.all(greedy)).toHaveLength(40)
})

test('too many concurrent queries are rejected for their organization only', async () => {
  const greedy = Array.from({ length: 200 }, () => ask(GREEDY))
  const settled = Promise.allSettled(greedy)
  await expect(ask(GREEDY)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
  expect(await ask(BYSTANDER)).toEqual([[1]])
  answerAll()
  const refused = (await settled).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(100)
})

const askAside = () =>
  store.queryBlocks('SELECT 1', { organization: BACKGROUND }, { isAside: true })

test('a background statement lets the queries under way end first', async () => {
  const queries = Array.from({ length: availableParallelism() }, () => ask(GREEDY))
  const aside = askAside()
  await ask(BYSTANDER)
  expect(arrived).not.toContain(BACKGROUND)
  answerAll()
  await Promise.all([...queries, aside])
  expect(arrived).toContain(BACKGROUND)
})

test('a background statement does not wait for queries that hang', async () => {
  const queries = Array.from({ length: availableParallelism() }, () => ask(GREEDY))
  await askAside()
  expect(held.length).toBeGreaterThan(0)
  answerAll()
  await Promise.all(queries)
})

test('background statements do not wait behind the queries of their organization', async () => {
  const queries = Array.from({ length: 40 }, () => ask(GREEDY))
  const half = 6
  await vi.waitFor(() => expect(held).toHaveLength(half), 10_000)
  const aside = store.queryBlocks('SELECT 1', { organization: GREEDY }, { isAside: true })
  const settled = Promise.allSettled([...queries, aside])
  await vi.waitFor(() => expect(held).toHaveLength(half + 1), 10_000)
  answerAll()
  await settled
})
