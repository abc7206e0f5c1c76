/** The limits of bodies, tested with a server that counts the bytes it receives. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestOptions, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { operations } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { gateBodies } from './body-gate.mjs'
import { appRouter } from './src/server/trpc/router.ts'

vi.mock('./src/server/environment.ts', () => import('./src/server/testing/environment.ts'))

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
let seen: number[] = []

const server = createServer((received, answer) => {
  server.emit('passed')
  answer.on('close', () => server.emit('released'))
  let bytes = 0
  received.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  received.on('end', () => {
    seen.push(bytes)
    answer.end('read')
  })
})
const people = ['ann', 'bob']
/** A cookie is the name of its person, and for a second session of theirs the name in capitals. */
const known = (cookie: string) => (people.includes(cookie.toLowerCase()) ? cookie : undefined)
async function whose(cookie: string) {
  if (cookie === 'broken') throw new Error('No database.')
  return known(cookie)?.toLowerCase()
}
gateBodies(server, { whose, known })

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
beforeEach(() => {
  seen = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

interface Sent {
  readonly path: string
  readonly bytes: number
  readonly cookie?: string
  readonly chunked?: boolean
}

/** Sends headers that announce `bytes`, and then that many bytes if there are at most 9 MB. */
function statusOf({ path, bytes, cookie, chunked }: Sent): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo
  const length = chunked ? {} : { 'content-length': bytes }
  const headers = { ...length, ...(cookie && { cookie }) }
  const options: RequestOptions = { port, path, method: 'POST', headers, agent: false }
  return new Promise((resolve, reject) => {
    const sent = request(options, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    // A rejected sender is disconnected while it still sends.
    sent.on('error', reject)
    sent.flushHeaders()
    if (chunked) sent.write('x')
    else if (bytes <= 9 * MEGABYTE) sent.end(Buffer.alloc(bytes))
  })
}

test.each([
  '/api/auth/sign-in/email',
  '/api/trpc/join.look',
  '/sign-in',
  '/api/auth/two-factor/enable',
])('%s accepts 16 kB from anyone and rejects more without reading it', async (path) => {
  expect(await statusOf({ path, bytes: 16 * KILOBYTE })).toBe(200)
  expect(seen).toEqual([16 * KILOBYTE])
  expect(await statusOf({ path, bytes: 100 * MEGABYTE })).toBe(413)
  expect(seen).toHaveLength(1)
})

test('a signed-in person may send a body of 2 MB, and no more', async () => {
  const call = { path: '/api/trpc/things.batch', cookie: 'ann' }
  expect(await statusOf({ ...call, bytes: 2 * MEGABYTE })).toBe(200)
  expect(await statusOf({ ...call, bytes: 100 * MEGABYTE })).toBe(413)
  expect(seen).toEqual([2 * MEGABYTE])
  for (const path of ['/api/trpc/account.rename', '/api/trpc/things.batch,members.invite']) {
    expect(await statusOf({ ...call, path, bytes: 2 * MEGABYTE })).toBe(413)
  }
})

const procedures = Object.keys(appRouter._def.procedures)
const isOfApi = (name: string) => name in operations

test('only operations of the API take more than 16 kB', async () => {
  const statuses = procedures.map((name) =>
    statusOf({ path: `/api/trpc/${name}?batch=1`, cookie: 'ann', bytes: 17 * KILOBYTE }),
  )
  expect(await Promise.all(statuses)).toEqual(procedures.map((name) => (isOfApi(name) ? 200 : 413)))
  expect(procedures.filter(isOfApi).length).toBeGreaterThan(50)
})

test('a body that is too large is read before the response: a client that still sends would lose it', async () => {
  const { port } = server.address() as AddressInfo
  const headers = { 'content-length': 2 * MEGABYTE }
  const path = '/api/trpc/members.invite'
  const sent = request({ port, path, method: 'POST', headers, agent: false })
  const responses: (number | undefined)[] = []
  const responded = once(sent, 'response')
  sent.on('response', (answer) => responses.push(answer.resume().statusCode))
  await new Promise((written) => sent.write(Buffer.alloc(MEGABYTE), written))
  expect(await statusOf({ path, bytes: 1 })).toBe(200)
  expect(responses).toEqual([])
  sent.end(Buffer.alloc(MEGABYTE))
  await responded
  expect(responses).toEqual([413])
})

test('an encoded path takes no more than 16 kB', async () => {
  for (const path of ['/api/trpc/%61ccount.rename', '/api/trpc/things.batch%2Caccount.rename']) {
    expect(await statusOf({ path, cookie: 'ann', bytes: 17 * KILOBYTE })).toBe(413)
  }
})

test('an unknown session, or any session at sign-in, does not permit a larger body', async () => {
  const bytes = 100 * KILOBYTE
  const path = '/api/trpc/things.batch'
  const headOf = (cookie: string, at = path) => ({ path: at, bytes: 50 * MEGABYTE, cookie })
  expect(await statusOf(headOf('eve'))).toBe(413)
  expect(await statusOf(headOf('ann', '/api/auth/sign-in/email'))).toBe(413)
  expect(await statusOf({ path, bytes, cookie: 'ann' })).toBe(200)
  expect(seen).toEqual([bytes])
})

test('a failed session lookup is answered with 503', async () => {
  const call = { path: '/api/trpc/things.batch', bytes: 17 * KILOBYTE, cookie: 'broken' }
  expect(await statusOf(call)).toBe(503)
})

test('a body of unknown length is rejected, however short it is', async () => {
  const call = { path: '/api/trpc/things.batch', bytes: 1, cookie: 'ann', chunked: true }
  expect(await statusOf(call)).toBe(411)
})

test('a body has a minute from head to last byte', () => {
  expect(server.requestTimeout).toBe(60_000)
})

describe('bodies under way', () => {
  const path = '/api/trpc/things.batch'

  /** Announces a body, sends all of it but the last byte, and resolves once the server has received the head. */
  async function startSlow({ bytes, ...sent }: Omit<Sent, 'path'> & { from?: string }) {
    const { port } = server.address() as AddressInfo
    const cookie = sent.cookie && { cookie: sent.cookie }
    const headers = { 'content-length': bytes, ...cookie, 'x-forwarded-for': sent.from ?? '' }
    const passed = once(server, 'passed')
    const slow = request({ port, path, method: 'POST', headers, agent: false })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      slow.on('response', (answer) => resolve(answer.resume().statusCode))
      slow.on('error', reject)
    })
    slow.write(Buffer.alloc(bytes - 1))
    const refused = await Promise.race([passed.then(() => undefined), answered])
    return { refused, end: () => slow.end('x'), cancel: () => slow.destroy(), answered }
  }

  async function startUntilRefused(sent: Parameters<typeof startSlow>[0]) {
    const started: Awaited<ReturnType<typeof startSlow>>[] = []
    for (;;) {
      const slow = await startSlow(sent)
      if (slow.refused !== undefined) return { started, refusal: slow.refused }
      started.push(slow)
    }
  }

  test('of a person are half of all long bodies, and their next one is refused unread', async () => {
    const ofAnn = { bytes: 2 * MEGABYTE, cookie: 'ann' }
    const { started, refusal } = await startUntilRefused(ofAnn)
    expect([started.length, refusal]).toEqual([16, 503])
    expect((await startSlow({ ...ofAnn, cookie: 'ANN' })).refused).toBe(503)
    const ofBob = await startSlow({ ...ofAnn, cookie: 'bob' })
    expect(ofBob.refused).toBeUndefined()
    // Short ones count for their session, which can still be ended.
    expect(await statusOf({ path: '/api/auth/sign-out', bytes: 100, cookie: 'ann' })).toBe(200)
    for (const slow of [ofBob, ...started]) slow.end()
    await Promise.all([ofBob, ...started].map(({ answered }) => answered))
  })

  test.each(['end', 'cancel'] as const)('are free again after their %s', async (how) => {
    const ofAnn = { bytes: 2 * MEGABYTE, cookie: 'ann' }
    const { started } = await startUntilRefused(ofAnn)
    const [first, ...others] = started
    const released = once(server, 'released')
    first?.[how]()
    await Promise.allSettled([first?.answered, released])
    const again = await startSlow(ofAnn)
    expect(again.refused).toBeUndefined()
    for (const slow of [again, ...others]) slow.end()
    await Promise.all([again, ...others].map(({ answered }) => answered))
  })

  test('of an address are half of all short ones of strangers', async () => {
    const strange = { bytes: 16 * KILOBYTE, cookie: 'eve', from: '2001:db8:1:2::1' }
    const { started, refusal } = await startUntilRefused(strange)
    expect([started.length, refusal]).toEqual([512, 503])
    const near = await startSlow({ ...strange, from: '2001:db8:1:2::2' })
    expect(near.refused).toBe(503)
    const others = [
      await startSlow({ ...strange, from: '192.0.2.1' }),
      await startSlow({ ...strange, cookie: 'ann' }),
    ]
    expect(others.map(({ refused }) => refused)).toEqual([undefined, undefined])
    for (const slow of [...started, ...others]) slow.end()
    await Promise.all([...started, ...others].map(({ answered }) => answered))
  })

  test('that are too many are answered with the time to retry', async () => {
    const { port } = server.address() as AddressInfo
    const { started } = await startUntilRefused({ bytes: 2 * MEGABYTE, cookie: 'ann' })
    const headers = { 'content-length': 2 * MEGABYTE, cookie: 'ann' }
    const sent = request({ port, path, method: 'POST', headers, agent: false })
    sent.flushHeaders()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
    expect(answer.headers.connection).toBe('close')
    sent.destroy()
    for (const slow of started) slow.end()
    await Promise.all(started.map(({ answered }) => answered))
  })
})
