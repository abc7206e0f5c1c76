import { ingestLimits } from '@sluice/contract'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { SluiceConnectionError } from './problem.ts'
import { callBounds, createWriter, type Rejection, sizesOf, type WriterOptions } from './writer.ts'

interface Sent {
  readonly frames: readonly { readonly thingId: string; readonly values: object }[]
}

const problem = (status: number, code: string, headers = {}) =>
  new Response(JSON.stringify({ type: `https://api.example/problems/${code}`, status }), {
    status,
    headers,
  })

function stored({ frames }: Sent, rejected = 0) {
  const accepted = frames.reduce((sum, { values }) => sum + Object.keys(values).length, 0)
  const body = JSON.stringify({ accepted, rejected, errors: [], things: [] })
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

/** A writer whose service gives these replies, then stores everything; delays end when the test says so. */
function open(options: WriterOptions = {}, replies: ((sent: Sent) => Response | Error)[] = []) {
  const sent: Sent[] = []
  const queries: string[] = []
  const pauses: number[] = []
  let endDelay = () => {}
  const client = createClient(
    { baseUrl: 'https://api.example', key: 'svcex_secret', retries: 0, compression: false },
    {
      async fetch(url, init) {
        queries.push(new URL(String(url)).search)
        const body = JSON.parse(String(init?.body)) as Sent
        sent.push(body)
        const reply = (replies.shift() ?? stored)(body)
        if (reply instanceof Error) throw reply
        return reply
      },
    },
  )
  const maxDelay = 50
  const writer = createWriter(
    client,
    { maxDelay, ...options },
    {
      random: () => 1,
      sleep(milliseconds, signal) {
        if (milliseconds !== maxDelay) {
          pauses.push(milliseconds)
          return Promise.resolve()
        }
        return new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason)
          signal?.addEventListener('abort', () => reject(signal.reason))
          endDelay = resolve
        })
      },
    },
  )
  const idsSent = () => sent.map(({ frames }) => frames.map(({ thingId }) => thingId).join(' '))
  return { writer, sent, idsSent, queries, pauses, endDelay: () => endDelay() }
}

describe('a writer', () => {
  test('sends values as they were when they were written', async () => {
    const { writer, sent } = open()
    const values: Record<string, number> = { t: 1 }
    await writer.write('a', values)
    Object.assign(values, { t: 2, u: 3 })
    await writer.write('b', values)
    await writer.close()
    expect(sent[0]?.frames.map(({ values }) => values)).toEqual([{ t: 1 }, { t: 2, u: 3 }])
  })

  test('sends what comes within the delay in one call, in its order', async () => {
    const { writer, sent, idsSent, endDelay } = open()
    await writer.write('a', { t: 1 }, 1000)
    await writer.write('b', { t: 2 }, new Date(2000))
    expect(sent).toEqual([])
    endDelay()
    await writer.flush()
    expect(idsSent()).toEqual(['a b'])
    expect(sent[0]?.frames).toEqual([
      { thingId: 'a', timestamp: 1000, values: { t: 1 } },
      { thingId: 'b', timestamp: '1970-01-01T00:00:02.000Z', values: { t: 2 } },
    ])
  })

  test('sends a full batch at once, and no batch holds more', async () => {
    const { writer, idsSent } = open({ maxSamples: 4 })
    for (const id of ['a', 'b', 'c', 'd', 'e']) await writer.write(id, { t: 1, u: 2 })
    await writer.flush()
    expect(idsSent()).toEqual(['a b', 'c d', 'e'])
  })

  test('sends all that has waited for the delay, however many calls that takes', async () => {
    const { writer, sent, endDelay } = open({ maxPending: 0 })
    const ids = Array.from({ length: 1500 }, (_, i) => `thing-${i}`)
    const stored = Promise.all(ids.map((id) => writer.write(id, { t: 1 })))
    endDelay()
    await stored
    expect(sent.map(({ frames }) => frames.length)).toEqual([1000, 500])
    void writer.write('a', { t: 1 })
    await new Promise((resolve) => setImmediate(resolve))
    expect(sent).toHaveLength(2)
    await writer.close()
  })

  test('flushes what was written before, and only that need be stored', async () => {
    const { writer, idsSent } = open()
    await writer.write('a', { t: 1 })
    const flushed = writer.flush()
    await flushed
    expect(idsSent()).toEqual(['a'])
    await writer.write('b', { t: 1 })
    expect(writer.unsent()).toMatchObject([{ thingId: 'b' }])
    await writer.close()
    expect(writer.unsent()).toEqual([])
    expect(idsSent()).toEqual(['a', 'b'])
    await expect(writer.write('c', { t: 1 })).rejects.toThrow('The writer is closed.')
  })

  test('waits for more after a flush, even one with nothing to send', async () => {
    const { writer, idsSent } = open()
    await writer.write('a', { t: 1 })
    await writer.flush()
    await writer.flush()
    await writer.write('b', { t: 1 })
    await new Promise((resolve) => setImmediate(resolve))
    expect(idsSent()).toEqual(['a'])
    await writer.close()
    expect(idsSent()).toEqual(['a', 'b'])
  })

  test('slows its caller down while the service is slow', async () => {
    let answer = () => {}
    const slow = new Promise<void>((resolve) => {
      answer = resolve
    })
    const client = createClient(
      { baseUrl: 'https://api.example', key: 'svcex_secret', compression: false },
      { fetch: async (_, init) => slow.then(() => stored(JSON.parse(String(init?.body)))) },
    )
    const writer = createWriter(client, { maxSamples: 1, maxPending: 2 })
    await writer.write('a', { t: 1 })
    await writer.write('b', { t: 1 })
    let hasRoom = false
    const third = writer.write('c', { t: 1 }).then(() => {
      hasRoom = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(hasRoom).toBe(false)
    answer()
    await third
    await writer.close()
    expect(writer.unsent()).toEqual([])
  })

  test('repeats a batch until the service takes it, and loses nothing', async () => {
    const replies = [
      () => new Error('connection reset'),
      () => problem(503, 'unavailable'),
      () => problem(429, 'rate-limited', { 'Retry-After': '7' }),
      () => problem(502, ''),
      () => new Response('<html>Sign in', { headers: { 'Content-Type': 'text/html' } }),
    ]
    const { writer, idsSent, pauses } = open({}, replies)
    await writer.write('a', { t: 1 })
    await writer.close()
    expect(idsSent()).toEqual(['a', 'a', 'a', 'a', 'a', 'a'])
    expect(pauses).toEqual([1000, 2000, 11_000, 8000, 16_000])
  })

  test('tells why it repeats a batch, and fails with what that throws', async () => {
    const told: [unknown, number][] = []
    const onRetry = (fault: unknown, attempt: number) => {
      told.push([fault, attempt])
      if (attempt === 2) throw new Error('enough')
    }
    const full = () => problem(429, 'quota-exceeded')
    const { writer, sent } = open({ onRetry }, [full, full])
    await writer.write('a', { t: 1 })
    await expect(writer.close()).rejects.toThrow('enough')
    expect(told).toMatchObject([
      [{ code: 'quota-exceeded' }, 1],
      [{ code: 'quota-exceeded' }, 2],
    ])
    expect(sent).toHaveLength(2)
    expect(writer.unsent()).toHaveLength(1)
  })

  test('ends at a redirect', async () => {
    const moved = () => new Response(null, { status: 308, headers: { Location: '/elsewhere' } })
    const { writer, sent } = open({}, [moved])
    await writer.write('a', { t: 1 })
    await expect(writer.close()).rejects.toThrow('set baseUrl to where the service is')
    expect(sent).toHaveLength(1)
  })

  test('counts samples as the service does', async () => {
    const answer = (accepted: number, rejected: number) => () =>
      new Response(JSON.stringify({ accepted, rejected, errors: [], things: [] }), {
        headers: { 'Content-Type': 'application/json' },
      })
    const { writer } = open({}, [answer(1, 2), answer(2, 0)])
    expect(writer.totals()).toEqual({ accepted: 0, rejected: 0, ignored: 0 })
    await writer.write('a', { t: 1, u: 2, v: 3, w: 4 })
    await writer.flush()
    await writer.write('b', { t: 1, u: 2, v: undefined as never })
    await writer.close()
    expect(writer.totals()).toEqual({ accepted: 3, rejected: 2, ignored: 1 })
  })

  test('halves a batch that is too large, and keeps the order', async () => {
    const tooLarge = ({ frames }: Sent) =>
      frames.length > 1 ? problem(413, 'body-too-large') : stored({ frames })
    const { writer, idsSent } = open({}, [tooLarge, tooLarge, tooLarge])
    for (const id of ['a', 'b', 'c']) await writer.write(id, { t: 1 })
    await writer.close()
    expect(idsSent()).toEqual(['a b c', 'a b', 'a', 'b c'])
  })

  test('halves a batch that does not arrive in time, after a pause', async () => {
    const late = () => problem(408, 'request-timeout')
    const { writer, idsSent, pauses } = open({}, [late, late, late])
    for (const id of ['a', 'b', 'c']) await writer.write(id, { t: 1 })
    await writer.close()
    expect(idsSent()).toEqual(['a b c', 'a b', 'a', 'a', 'b c'])
    expect(pauses).toEqual([1000, 1000, 1000])
  })

  test.each([
    [408, 'request-timeout'],
    [413, 'body-too-large'],
  ])('goes on with as few frames as were taken after %i, and slowly more', async (...refusal) => {
    const sizes: number[] = []
    const taken = ({ frames }: Sent) => {
      sizes.push(frames.length)
      return frames.length > 60 ? problem(...refusal) : stored({ frames })
    }
    const { writer } = open({ maxSamples: 200 }, Array(9).fill(taken))
    await Promise.all(Array.from({ length: 200 }, (_, i) => writer.write(`t${i}`, { t: 1 })))
    await writer.close()
    expect(sizes).toEqual([200, 100, 50, 53, 56, 41])
  })

  test('halves a batch that the client itself cannot send in its timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const sizes: number[] = []
    const client = createClient(
      { baseUrl: 'https://api.example', key: 'k', retries: 0, timeout: 60, compression: false },
      {
        fetch: (_, init) =>
          new Promise((resolve, reject) => {
            const sent = JSON.parse(String(init?.body)) as Sent
            sizes.push(sent.frames.length)
            if (sent.frames.length <= 2) return resolve(stored(sent))
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
          }),
      },
    )
    const writer = createWriter(client, { maxSamples: 4 }, { sleep: async () => {} })
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => writer.write(id, { t: 1 })))
    const closed = writer.close()
    await vi.advanceTimersByTimeAsync(60_000)
    await closed
    expect(sizes).toEqual([4, 2, 2])
  })

  test('repeats a batch that conflicts with another call', async () => {
    const { writer, idsSent } = open({}, [() => problem(409, 'conflict')])
    await writer.write('a', { t: 1 })
    await writer.close()
    expect(idsSent()).toEqual(['a', 'a'])
  })

  test('reports what the service refuses, and goes on', async () => {
    const rejections: Rejection[] = []
    const options = {
      createMissing: 'truck',
      onRejected: (rejection: Rejection) => rejections.push(rejection),
    }
    const { writer, queries } = open(options, [(sent) => stored(sent, 1)])
    await writer.write('a', { t: 'warm' })
    await writer.flush()
    await writer.write('b', { t: 1 })
    await writer.close()
    expect(rejections).toMatchObject([{ frames: [{ thingId: 'a' }], answer: { rejected: 1 } }])
    expect(queries).toEqual(Array(2).fill('?onError=skip&createMissing=truck'))
  })

  test('fails with what onRejected throws, and does not hand over what the service has answered', async () => {
    const onRejected = () => {
      throw new SluiceConnectionError('of the log')
    }
    const { writer, sent } = open({ onRejected, maxSamples: 1 }, [(sent) => stored(sent, 1)])
    await writer.write('a', { t: 1 })
    await writer.write('b', { t: 1 })
    await expect(writer.close()).rejects.toThrow('of the log')
    expect(writer.unsent()).toMatchObject([{ thingId: 'b' }])
    expect(sent).toHaveLength(1)
  })

  test('ends at a refusal that no repeat mends, and hands over what it has not sent', async () => {
    const { writer, sent } = open({}, [() => problem(401, 'invalid-key')])
    await writer.write('a', { t: 1 })
    await writer.write('b', { t: 1 })
    await expect(writer.flush()).rejects.toMatchObject({ code: 'invalid-key' })
    await expect(writer.write('c', { t: 1 })).rejects.toMatchObject({ code: 'invalid-key' })
    await expect(writer.close()).rejects.toMatchObject({ code: 'invalid-key' })
    expect(writer.signal.reason).toMatchObject({ code: 'invalid-key' })
    expect(writer.unsent().map(({ thingId }) => thingId)).toEqual(['a', 'b'])
    expect(sent).toHaveLength(1)
  })

  test('refuses alone what cannot be sent, and goes on', async () => {
    const { writer, idsSent } = open()
    await writer.write('a', { t: 1 })
    const values = { t: 1n as unknown as number }
    await expect(writer.write('b', values)).rejects.toThrow(TypeError)
    await expect(writer.write('c', undefined as never)).rejects.toThrow(TypeError)
    await expect(writer.write('d', { t: 1 }, 5n as never)).rejects.toThrow(TypeError)
    await expect(writer.write('e', { t: 1 }, new Date(Number.NaN))).rejects.toThrow(RangeError)
    await writer.write('f', { t: 1, u: undefined as never })
    await writer.close()
    expect(idsSent()).toEqual(['a f'])
  })

  test('ends a wait with its signal, and goes on', async () => {
    const { writer, idsSent } = open({ maxSamples: 2, maxPending: 1 })
    const enough = AbortSignal.abort(new Error('enough'))
    await writer.write('a', { t: 1 })
    await expect(writer.write('b', { t: 1 }, 0, { signal: enough })).rejects.toThrow('enough')
    await expect(writer.flush({ signal: enough })).rejects.toThrow('enough')
    await writer.close()
    expect(idsSent()).toEqual(['a b'])
  })

  test('closed with a signal gives up on a service that does not answer, and loses nothing', async () => {
    const abort = new AbortController()
    let asked = () => {}
    const underWay = new Promise<void>((resolve) => {
      asked = resolve
    })
    const client = createClient(
      { baseUrl: 'https://api.example', key: 'svcex_secret' },
      {
        fetch: (_, init) =>
          new Promise((_, reject) => {
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
            asked()
          }),
      },
    )
    const writer = createWriter(client)
    await writer.write('a', { t: 1 })
    const closed = writer.close({ signal: abort.signal })
    await underWay
    abort.abort(new Error('enough'))
    await expect(closed).rejects.toThrow('enough')
    expect(writer.unsent()).toMatchObject([{ thingId: 'a' }])
    await expect(writer.write('b', { t: 1 })).rejects.toThrow('enough')
  })

  test('stays within what one call may hold', async () => {
    const { frames, things, samples } = ingestLimits
    expect(callBounds).toEqual({ frames, things, samples })
    expect(sizesOf({ maxSamples: 2e6 })).toMatchObject({ maxSamples: samples })
    const { writer, sent } = open({ maxSamples: Number.POSITIVE_INFINITY })
    for (let i = 0; i < things + 1; i += 1) await writer.write(`thing-${i}`, { t: 1 })
    for (let i = 0; i < frames; i += 1) await writer.write('one', { t: 1 }, i)
    await writer.close()
    expect(sent.map((call) => call.frames.length)).toEqual([things, frames, 1])
  })

  test.each([
    [{ maxSamples: Number.NaN }, 'maxSamples must be 1 or more'],
    [{ maxSamples: 0 }, 'maxSamples must be 1 or more'],
    [{ maxDelay: -1 }, 'maxDelay must be 0 milliseconds or more'],
    [{ maxPending: Number.NaN }, 'maxPending must be 0 or more'],
  ])('refuses the options %j', (options, message) => {
    expect(() => open(options)).toThrow(TypeError)
    expect(() => open(options)).toThrow(message)
  })
})
