/**
 * The pipeline of every operation: read this first.
 *
 * `run` is the life of a request on `/v2`: key, status and address; one unit of the organization's bucket,
 * held before any body is read; then `perform`; then the unit is settled. `perform` is the part that
 * every shell shares: input, scope, handler. The console's calls enter there, with a user as the actor.
 */
import {
  type ActorName,
  budgetTiers,
  type OpenName,
  type OperationName,
  type Output,
  operations,
  takesIdempotencyKey,
} from '@sluice/contract'
import type { KeyActor } from './actor.ts'
import { authorize } from './authorize.ts'
import { giveBack, type Rate, RateLimited, type Reservation, reserve } from './buckets/index.ts'
import { type Context, type Core, contextOf, type OpenContext } from './context.ts'
import { answerOnce, parseIdempotencyKey, type Repeatable } from './idempotency/index.ts'
import { judgeInput, parseInput } from './input.ts'
import { verifyKey } from './keys/index.ts'
import { project } from './lists/index.ts'
import { handlers, openHandlers } from './operations.ts'
import { Problem } from './problem.ts'
import type { ActorRequest, KeyRequest, RawCall } from './request.ts'
import { asProblem } from './store-errors.ts'
import { beginTrail, type Trail } from './usage/index.ts'

/** What a shell answers: an output or a problem, and the bucket where one was reached. */
export type Answer = {
  readonly rate?: Rate
  readonly actor?: KeyActor
  /** Answered from what was kept of the first call with the same Idempotency-Key. */
  readonly replayed?: boolean
} & ({ readonly output: unknown } | { readonly problem: Problem })

/** Serves one request on `/v2`. Never throws: every refusal and fault is an answer. */
export async function run(core: Core, request: KeyRequest): Promise<Answer> {
  const { name } = request
  if (isOpen(name)) return serveOpen(core, request, name)
  const trail = beginTrail(request, core.clock())
  const answer = await serve(core, request, name, trail)
  core.usage.record(trail, 'problem' in answer ? answer.problem : undefined)
  return answer
}

function isOpen(name: OperationName): name is OpenName {
  return operations[name].access.target === 'open'
}

/** A row that anyone may call: one unit of the address's bucket, input, handler. */
async function serveOpen(core: Core, request: KeyRequest, name: OpenName): Promise<Answer> {
  const { address, requestId, params, query } = request
  const ctx: OpenContext = { ...core, now: core.clock(), address, requestId }
  let rate: Answer['rate']
  try {
    rate = core.addresses.takeOpen(address)
    const input = parseInput(name, { params, query, body: await request.readBody?.() }, ctx.now)
    const handle = openHandlers[name] as (ctx: OpenContext, input: RawCall) => Promise<unknown>
    return { output: await handle(ctx, input), rate }
  } catch (error) {
    return { ...(rate && { rate }), ...(await refuse(core, error, undefined)) }
  }
}

/** Awaits only what is a promise: a key and a bucket that this node has in memory are there at once. */
async function serve(
  core: Core,
  request: KeyRequest,
  name: ActorName,
  trail: Trail,
): Promise<Answer> {
  let actor: KeyActor | undefined
  let held: Reservation | undefined
  try {
    const known = authenticate(core, request, trail)
    actor = known instanceof Promise ? await known : known
    const reserved = reserve(core, actor, operations[name], trail.at)
    held = reserved instanceof Promise ? await reserved : reserved
    const { params, query, requestId, address, ifMatch, readBody } = request
    const call = { params, query, body: readBody && (await readBody()) }
    const { at: now, needs } = trail
    const ctx = contextOf(core, { actor, needs, now, address, requestId, ifMatch })
    const repeatable = repeatableOf(request)
    const result = handle(ctx, name, call, repeatable)
    const output = result instanceof Promise ? await result : result
    return { actor, output, rate: held.rate, ...(repeatable?.replayed && { replayed: true }) }
  } catch (error) {
    if (actor && error instanceof RateLimited) noteExhausted(core, actor, error, trail.at)
    return { ...(actor && { actor }), ...(await refuse(core, error, held)) }
  }
}

/** The organization's own limits: integrations can ask to be told of them, and nothing waits for it. */
function noteExhausted(core: Core, actor: KeyActor, { rate }: RateLimited, at: Date): void {
  const tier = budgetTiers.find((one) => one === rate.name)
  if (!tier) return
  core.touches.limitExhausted({ organizationId: actor.organization.id, tier, keyId: actor.id, at })
}

/** Steps 1 to 3. A key that does not authenticate counts against its address, and nothing else. */
function authenticate(core: Core, request: KeyRequest, trail: Trail): KeyActor | Promise<KeyActor> {
  const { address } = request
  core.addresses.check(address)
  const used = (actor: KeyActor) => {
    core.touches.keyUsed(actor.id, trail.at, address)
    return actor
  }
  const refused = (error: unknown) => {
    if (error instanceof Problem && error.status === 401) core.addresses.countFailure(address)
    throw error
  }
  try {
    const known = verifyKey(core, request, trail.at, (key) => {
      trail.caller = key
    })
    return known instanceof Promise ? known.then(used, refused) : used(known)
  } catch (error) {
    return refused(error)
  }
}

/** Step 8 for a request that failed: its unit goes back. */
async function refuse(core: Core, error: unknown, held: Reservation | undefined): Promise<Answer> {
  const problem = asProblem(error)
  if (held) return { problem, rate: await giveBack(core, held) }
  if (problem instanceof RateLimited) return { problem, rate: problem.rate }
  return { problem }
}

/** Steps 5 to 7, for an actor whom a shell has authenticated. Throws {@link Problem}. */
export async function perform<Name extends ActorName>(
  core: Core,
  request: ActorRequest<Name>,
): Promise<Output<Name>> {
  const { name, call, actor, requestId, address } = request
  const now = core.clock()
  const ctx = contextOf(core, {
    actor,
    needs: [],
    now,
    requestId,
    address,
    ifMatch: request.ifMatch,
  })
  try {
    return (await handle(ctx, name, call)) as Output<Name>
  } catch (error) {
    throw asProblem(error)
  }
}

/** The Idempotency-Key, where the row takes one. Of the others a repeat is harmless by itself. */
function repeatableOf({ name, idempotencyKey }: KeyRequest): Repeatable | undefined {
  if (idempotencyKey === undefined || !takesIdempotencyKey(operations[name])) return undefined
  return parseIdempotencyKey(idempotencyKey)
}

interface AnyHandler {
  (ctx: Context, input: RawCall): unknown
  /** Milliseconds that its transaction may take. */
  readonly timeout?: number | undefined
  /** What is due once the change counts. */
  readonly committed?: (ctx: Context, input: RawCall) => void
}

/** Input, scope, handler, and the fields that were asked for. */
function handle(ctx: Context, name: ActorName, call: RawCall, repeatable?: Repeatable): unknown {
  const { input, fields } = judgeInput(name, call, ctx.now)
  const authorized = authorize(ctx, name, input)
  const handler = handlers[name] as AnyHandler
  const once = async (repeatable: Repeatable) => {
    const { timeout, committed } = handler
    const whole = { name, raw: call, repeatable, timeout }
    const output = await answerOnce(ctx, whole, (inside) => handler(inside, input))
    // The handler's own transaction was a part of the one that is committed only now.
    committed?.(ctx, input)
    return output
  }
  const answer = () => (repeatable ? once(repeatable) : handler(ctx, input))
  const output = authorized instanceof Promise ? authorized.then(answer) : answer()
  if (fields === undefined) return output
  return Promise.resolve(output).then((whole) => project(whole, operations[name].response, fields))
}
