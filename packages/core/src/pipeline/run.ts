/**
 * The pipeline of every operation: read this first.
 *
 * `run` is the life of a request on `/v2`. `admit` lets it in: key, status, address, and one unit of the organization's
 * bucket, reserved before any body is read. `handle` (`perform.ts`) is the part that all shells share: bounds, scope,
 * input, handler; the console's calls enter there, with a user as the actor. At the end the unit is settled.
 */
import {
  budgetTiers,
  type OpenName,
  type OperationName,
  operations,
  takesIdempotencyKey,
} from '@sluice/contract'
import { andThen, attempt, JsonBody, type Problem, workFor } from '@sluice/runtime'
import type { KeyActor } from '../actor.ts'
import { clientNetwork } from '../allow-list/index.ts'
import { giveBack, type Rate, RateLimited } from '../buckets/index.ts'
import { type Context, type Core, contextOf, type OpenContext } from '../context.ts'
import { asOrganization } from '../database/connection-turns.ts'
import { asProblem } from '../database/store-errors.ts'
import { parseIdempotencyKey, type Repeatable } from '../idempotency/index.ts'
import { verifyKey } from '../keys/index.ts'
import { admit } from './admit.ts'
import { parseInput } from './input.ts'
import { isLongWithoutBody, type LongCalls, largeLists, threadRows } from './long-calls/index.ts'
import { handlers, inMemory, openHandlers } from './operations.ts'
import { type AnyHandler, handle } from './perform.ts'
import { begin, type Progress } from './progress.ts'
import type { KeyRequest, RawCall } from './request.ts'

/** The answer for a shell: an output or a problem, and the bucket if one was reached. */
export type Answer = {
  readonly rate?: Rate | undefined
  readonly actor?: KeyActor | undefined
  /** Whether it is the stored answer of the first call with this Idempotency-Key. */
  readonly replayed?: boolean | undefined
} & ({ readonly output: unknown } | { readonly problem: Problem })

/**
 * Serves one request on `/v2`. Never throws: every refusal and error is an answer. Synchronous if nothing has to be
 * awaited: the key and the bucket are in this node's memory, and the body is short.
 */
export function run(core: Core, request: KeyRequest): Answer | Promise<Answer> {
  const { name } = request
  if (isOpen(name)) return serveOpen(core, request, name)
  return attempt(serving, begin(core, request, name))
}

/**
 * Shared functions with the progress as an argument: a busy node would otherwise allocate thousands of closures per
 * second.
 */
const serving = { work: serve, next: write, failed: fail }

function serve(progress: Progress): unknown {
  return andThen(admit(progress), enter, progress)
}

function isOpen(name: OperationName): name is OpenName {
  return operations[name].access.target === 'open'
}

/** A public operation: one unit of the address's bucket, input, handler. */
async function serveOpen(core: Core, request: KeyRequest, name: OpenName): Promise<Answer> {
  const { address, requestId, params, query } = request
  const ctx: OpenContext = { ...core, now: core.clock(), address, requestId }
  let rate: Answer['rate']
  try {
    rate = core.addresses.takeOpen(address)
    const input = parseInput(name, { params, query, body: await request.readBody?.() }, ctx.now)
    const handle = openHandlers[name] as (ctx: OpenContext, input: RawCall) => Promise<unknown>
    const owner = `address ${clientNetwork(address)}`
    const output = await workFor(owner, () => handle(ctx, input))
    await request.write?.(output)
    return { output, rate }
  } catch (error) {
    return { problem: asProblem(error), rate: error instanceof RateLimited ? error.rate : rate }
  }
}

/** Steps 5 to 8, in the organization's turn at shared resources, after the body was read. */
function enter(actor: KeyActor, progress: Progress): unknown {
  const { name, request } = progress
  if (inMemory.has(name) && !request.readBody) return call(undefined, progress)
  return inTurns(actor.organization.id, progress)
}

function inTurns(organization: string, progress: Progress): unknown {
  const { readBody, since, connection } = progress.request
  const work = () => {
    const body = readBody?.(organization)
    return body instanceof Promise ? callLater(body, progress) : call(body, progress)
  }
  return asOrganization(organization, work, since, connection)
}

/** A body may take minutes to arrive, and its key may be revoked meanwhile. */
async function callLater(coming: Promise<unknown>, progress: Progress): Promise<unknown> {
  const body = await coming
  progress.now = progress.core.clock()
  progress.actor = await verifyKey(progress.core, progress.request, progress.now, progress)
  return call(body, progress)
}

/** In its organization's turn, if it may hold megabytes until its answer is written. */
function call(body: unknown, progress: Progress): unknown {
  const { core, name, actor } = progress
  const onThread = core.longCalls !== undefined && isForThread(progress, body)
  if (!onThread && !largeLists.has(name)) return perform(body, progress, onThread)
  const turns = onThread ? core.callTurns.longCalls : core.callTurns.lists
  return andThen(turns.enter((actor as KeyActor).organization.id), (leave) => {
    progress.leave = leave
    return perform(body, progress, onThread)
  })
}

function perform(body: unknown, progress: Progress, onThread: boolean): unknown {
  const { core, request, name, now, needs } = progress
  const actor = progress.actor as KeyActor
  const { params, query, requestId, address, ifMatch } = request
  const ctx = contextOf(core, { actor, needs, now, address, requestId, ifMatch })
  progress.repeatable = repeatableOf(request)
  if (onThread && core.longCalls) return callOnThread(core.longCalls, { progress, ctx, body })
  return handle(ctx, name, { params, query, body }, progress.repeatable)
}

/** The shell leaves long bodies of such rows unparsed. */
function isForThread({ name, request }: Progress, body: unknown): boolean {
  if (threadRows.has(name)) return body instanceof JsonBody
  return request.takesJson === true && isLongWithoutBody(name, request.query)
}

interface ThreadCall {
  readonly progress: Progress
  readonly ctx: Context
  /** Unparsed, or undefined. */
  readonly body: unknown
}

/** Runs steps 5 to 8 on the thread of long calls; what they change is invalidated here. */
async function callOnThread(longCalls: LongCalls, { progress, ctx, body }: ThreadCall) {
  const { request, name, needs, repeatable } = progress
  const { actor, now, address, requestId, ifMatch } = ctx
  const { params, query, since = performance.now() } = request
  const call = {
    ...{ name, actor: actor as KeyActor, params, query, now, address: address ?? '', requestId },
    ...{ ifMatch, idempotencyKey: repeatable?.key },
    body: body instanceof JsonBody ? ownBytes(body.bytes) : undefined,
    since: performance.timeOrigin + since,
  }
  const output = await longCalls.perform(call, ({ needs: asked, replayed }) => {
    needs.take(asked)
    if (repeatable) repeatable.replayed = replayed
  })
  ;(handlers[name] as AnyHandler).committed?.(ctx, { params })
  return output
}

/** Bytes with a buffer of their own, which can be transferred to a thread. */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return isWhole ? new Uint8Array(buffer) : Uint8Array.from(bytes)
}

/** Before step 9, since an output that cannot be written is a failure. */
function write(output: unknown, progress: Progress): Answer | Promise<Answer> {
  const written = progress.request.write?.(output, progress.actor?.organization.id)
  if (!(written instanceof Promise)) return succeed(output, progress)
  return written.then(
    () => succeed(output, progress),
    (error: unknown) => fail(error, progress),
  )
}

/** Step 9: the unit stays spent. */
function succeed(output: unknown, progress: Progress): Answer {
  progress.leave?.()
  const { core, actor, held, repeatable } = progress
  core.usage.record(progress, undefined)
  return { output, actor, rate: held?.rate, replayed: repeatable?.replayed }
}

/** Step 9 for a failed request: its unit is returned. */
async function fail(error: unknown, progress: Progress): Promise<Answer> {
  progress.leave?.()
  const { core, actor, held, request } = progress
  const problem = asProblem(error, request.ifMatch)
  const limited = problem instanceof RateLimited ? problem : undefined
  if (actor && limited) noteExhausted(core, actor, limited, progress.at)
  const rate = held ? await giveBack(core, held) : limited?.rate
  core.usage.record(progress, progress.refusal ?? problem)
  return { problem, actor, rate }
}

/** Limits of the organization itself: integrations can subscribe to them. Not awaited. */
function noteExhausted(core: Core, actor: KeyActor, { level }: RateLimited, at: Date): void {
  const tier = budgetTiers.find((one) => one === level.name)
  if (!tier) return
  core.lastSeen.limitExhausted({ organizationId: actor.organization.id, tier, keyId: actor.id, at })
}

/** The Idempotency-Key, if the row takes one. For other rows, repetition is harmless by itself. */
function repeatableOf({ name, idempotencyKey }: KeyRequest): Repeatable | undefined {
  if (idempotencyKey === undefined || !takesIdempotencyKey(operations[name])) return undefined
  return parseIdempotencyKey(idempotencyKey)
}
