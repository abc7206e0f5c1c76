import type { ServerResponse } from 'node:http'
import { type Hold, Problem } from '@sluice/runtime'
import type { Exchange } from '../exchange.ts'
import { ownerShares } from '../request/body-policy.ts'

/** Limits on large answers that their clients have not read. */
export interface AnswerPolicy {
  /**
   * Milliseconds in which a client has to take more. The system tells so only once a third of its buffer is free, which
   * may be a megabyte.
   */
  readonly stall: number
  /** Bytes of large answers handed to sockets, for all organizations together. */
  readonly underWay: number
  /** The same for all callers without a key, and for one client address among them. */
  readonly openUnderWay: number
  readonly openPerAddress: number
}

const MEBIBYTE = 1024 * 1024

const usual: AnswerPolicy = {
  stall: 240_000,
  // Half is one organization's: the longest answer, at three bytes a character.
  underWay: 384 * MEBIBYTE,
  openUnderWay: 16 * MEBIBYTE,
  openPerAddress: 2 * MEBIBYTE,
}

/** Bytes, or characters, from which on an answer is large. Counting and timing shorter ones would cost them too much. */
const LARGE_ANSWER = 64 * 1024
/** The same behind an earlier answer of its connection: one packet can have hundreds of requests. */
const LARGE_BEHIND = 4 * 1024

/** Bytes of a large answer that are handed to its socket at a time: how much of them it has taken is not known. */
const PIECE = 128 * 1024

type Body = string | Uint8Array

export function isLarge(body: Body | undefined): boolean {
  return body !== undefined && body.length >= LARGE_ANSWER
}

/** Large answers stay in memory until their clients have read them, however long that takes. */
export interface LargeAnswers {
  /** Counts a body for its reader until it is sent. Returns false, without counting it, if it exceeds their share. */
  count(exchange: Exchange, organization: string | undefined, body: Body): boolean
  /**
   * Sends a body in pieces, after the head was written, and then releases its bytes. Destroys the connection of a client
   * that stops reading.
   */
  send(response: ServerResponse, body: Body | undefined, hold?: Hold): void
}

export function openAnswers(policy: Partial<AnswerPolicy> = {}): LargeAnswers {
  const { stall, ...shares } = { ...usual, ...policy }
  const holdFor = ownerShares(shares)
  return {
    count(exchange, organization, body) {
      exchange.unread?.release()
      const isBehind = exchange.response.socket === null
      if (body.length < (isBehind ? LARGE_BEHIND : LARGE_ANSWER)) return true
      exchange.unread = holdFor({ organization, address: exchange.address })
      return exchange.unread.add(Buffer.byteLength(body))
    },
    send(response, body, hold) {
      const sent = () => hold?.release()
      if (body === undefined || response.req.method === 'HEAD') {
        response.end()
        return sent()
      }
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      sendInPieces(response, bytes, { stall, sent })
    },
  }
}

/** The problem of a caller whose share is used up. */
export function tooMuchUnread(): Problem {
  const detail =
    'Too many large responses were not read yet. Read them first, and request fewer or smaller ones at a time.'
  return new Problem('unavailable', { detail, retryAfter: 1 })
}

interface Sending {
  readonly stall: number
  /** Called once all is sent, or the connection is closed. May be called again. */
  readonly sent: () => void
}

function sendInPieces(response: ServerResponse, bytes: Uint8Array, { stall, sent }: Sending): void {
  const { socket } = response.req
  let from = 0
  // Looks twice within the time: a process that was paused has not looked meanwhile.
  const watching = setInterval(watch, stall / 2).unref()
  let written = socket.bytesWritten
  let missed = 0

  /** The socket may be busy with an earlier answer. If that one ends the connection, this one gets no event. */
  function watch(): void {
    const isStuck = socket.writableLength > 0 && socket.bytesWritten === written
    missed = isStuck ? missed + 1 : 0
    written = socket.bytesWritten
    if (missed === 2) socket.destroy()
    if (socket.destroyed) end()
  }

  function next(): void {
    if (socket.destroyed) return
    const piece = bytes.subarray(from, from + PIECE)
    from += PIECE
    // In another turn: a fast reader would otherwise keep everybody else waiting.
    if (from < bytes.length) response.write(piece, () => setImmediate(next))
    else response.end(piece)
  }

  function end(): void {
    clearInterval(watching)
    sent()
  }

  response.once('close', end)
  if (socket.destroyed) end()
  else next()
}
