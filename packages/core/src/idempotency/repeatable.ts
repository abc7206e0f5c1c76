import { createHash } from 'node:crypto'
import { type ActorName, callLimits } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import { canonicalJson } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { RawCall } from '../pipeline/request.ts'

/** A call that may be repeated and is done once. */
export interface Repeatable {
  readonly key: string
  /** Set if the answer is an earlier one. */
  replayed: boolean
}

const longest = callLimits.idempotencyKey

/** Checks the Idempotency-Key header: visible ASCII characters. Throws `invalid-request`. */
export function parseIdempotencyKey(header: string): Repeatable {
  const isVisible = /^[\x21-\x7e]+$/.test(header)
  if (isVisible && header.length <= longest) return { key: header, replayed: false }
  const detail = `must be 1 to ${longest} visible ASCII characters without spaces, for example a UUID`
  throw invalidRequest([{ pointer: '/headers/Idempotency-Key', detail }])
}

/**
 * The key of a kept answer: the caller and its Idempotency-Key. So two API keys that choose the same string never get
 * each other's answers.
 */
export function digestOf({ actor }: Pick<Context, 'actor'>, { key }: Repeatable) {
  return sha256([actor.organization.id, actor.type, actor.id, key])
}

interface NamedCall {
  readonly name: ActorName
  readonly raw: RawCall
}

/** Equal for equal calls, whatever the order of members in their bodies. */
export function fingerprintOf({ ifMatch }: Pick<Context, 'ifMatch'>, { name, raw }: NamedCall) {
  const { params, query, body } = raw
  const condition = ifMatch === undefined ? [] : [ifMatch]
  return sha256([name, params ?? null, query ?? null, body ?? null, ...condition])
}

function sha256(parts: unknown[]): Buffer<ArrayBuffer> {
  return Buffer.from(createHash('sha256').update(canonicalJson(parts)).digest())
}
