import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Exchange } from '../exchange.ts'
import { openAnswers } from './large-answers.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const MEBIBYTE = 1024 * 1024
const STALL = 240_000

/** A response whose client takes a piece whenever it is told to. */
function client(method = 'GET') {
  const events = new EventEmitter()
  const taken: Uint8Array[] = []
  let take: (() => void) | undefined
  const socket = {
    destroyed: false,
    get bytesWritten() {
      return taken.reduce((sum, { length }) => sum + length, 0)
    },
    writableLength: 0,
    destroy() {
      socket.destroyed = true
    },
  }
  const hand = (piece: Uint8Array, then: () => void) => {
    taken.push(piece)
    socket.writableLength = piece.length
    take = then
  }
  const end = (piece?: Uint8Array) => piece && hand(piece, () => events.emit('close'))
  const response = Object.assign(events, { req: { method, socket }, write: hand, end })
  return {
    response: response as unknown as ServerResponse,
    ...{ socket, taken },
    async takes() {
      socket.writableLength = 0
      take?.()
      await turn()
    },
  }
}

const answers = () => openAnswers({ underWay: 16 * MEBIBYTE })
const exchangeAt = (address: string, isBehind = false) =>
  ({ address, response: { socket: isBehind ? null : {} } }) as Exchange
const of = () => exchangeAt('192.0.2.1')

describe('a large answer', () => {
  it('is sent in pieces, each when the one before was taken', async () => {
    const body = Buffer.alloc(MEBIBYTE, 'abc')
    const { response, taken, takes } = client()
    answers().send(response, body)
    expect(taken.length).toBe(1)
    for (let time = 0; time < 8; time += 1) await takes()
    expect(Buffer.concat(taken).equals(body)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('may be taken slowly', async () => {
    const { response, taken, takes, socket } = client()
    answers().send(response, Buffer.alloc(MEBIBYTE))
    while (taken.length < 8) {
      await vi.advanceTimersByTimeAsync(STALL - 1)
      await takes()
    }
    expect(socket.destroyed).toBe(false)
  })

  it.each([0, 1, 7])(
    'ends with its connection if nothing is taken after %d pieces',
    async (pieces) => {
      const { response, takes, socket } = client()
      answers().send(response, Buffer.alloc(MEBIBYTE))
      for (let time = 0; time < pieces; time += 1) await takes()
      await vi.advanceTimersByTimeAsync(STALL - 1)
      expect(socket.destroyed).toBe(false)
      await vi.advanceTimersByTimeAsync(STALL)
      expect(socket.destroyed).toBe(true)
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  it('may wait for the one before it on its connection, and ends with that', async () => {
    const shares = answers()
    const exchange = of()
    const body = Buffer.alloc(8 * MEBIBYTE)
    expect(shares.count(exchange, 'one', body)).toBe(true)
    const { response, takes, socket } = client()
    shares.send(response, body, exchange.unread)
    await takes()
    socket.writableLength = 0
    await vi.advanceTimersByTimeAsync(10 * STALL)
    expect(socket.destroyed).toBe(false)
    socket.destroy()
    expect(shares.count(of(), 'one', body)).toBe(false)
    await vi.advanceTimersByTimeAsync(STALL)
    expect(shares.count(of(), 'one', body)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('of a client that has left is not sent', () => {
    const { response, taken, socket } = client()
    socket.destroy()
    answers().send(response, Buffer.alloc(MEBIBYTE))
    expect(taken).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('to HEAD has no body', () => {
    const { response, taken } = client('HEAD')
    answers().send(response, Buffer.alloc(MEBIBYTE))
    expect(taken).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the bytes of large answers', () => {
  const body = Buffer.alloc(3 * MEBIBYTE)

  it('count until they are taken, for their own organization', async () => {
    const shares = answers()
    const held = Array.from({ length: 3 }, of)
    const counted = held.map((exchange) => shares.count(exchange, 'one', body))
    expect(counted).toEqual([true, true, false])
    expect(shares.count(of(), 'two', body)).toBe(true)
    const { response, takes, taken } = client()
    shares.send(response, body, held[0]?.unread)
    expect(shares.count(of(), 'one', body)).toBe(false)
    while (Buffer.concat(taken).length < body.length) await takes()
    expect(shares.count(of(), 'one', body)).toBe(false)
    await takes()
    expect(shares.count(of(), 'one', body)).toBe(true)
  })

  it('are those of the text as sent', () => {
    const shares = answers()
    expect(shares.count(of(), 'one', '€'.repeat(2 * MEBIBYTE))).toBe(true)
    expect(shares.count(of(), 'one', '€'.repeat(MEBIBYTE))).toBe(false)
  })

  it('of small answers do not count', () => {
    const shares = openAnswers({ underWay: 0 })
    expect(shares.count(of(), 'one', 'x'.repeat(65_535))).toBe(true)
    expect(shares.count(of(), 'one', 'x'.repeat(65_536))).toBe(false)
  })

  it('of a short answer count if it waits for an earlier one of its connection', () => {
    const shares = openAnswers({ underWay: 0 })
    const behind = () => exchangeAt('192.0.2.1', true)
    expect(shares.count(behind(), 'one', 'x'.repeat(4_095))).toBe(true)
    expect(shares.count(behind(), 'one', 'x'.repeat(4_096))).toBe(false)
  })

  it('count by address for callers without a key', () => {
    const shares = openAnswers({ underWay: 0, openPerAddress: MEBIBYTE })
    const text = 'x'.repeat(600_000)
    const counted = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) =>
      shares.count(exchangeAt(address), undefined, text),
    )
    expect(counted).toEqual([true, false, true])
  })
})
