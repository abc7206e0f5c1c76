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
import { Problem } from '@sluice/runtime'
import type { KeyActor } from '../actor.ts'
import { giveBack, type Rate, RateLimited, type Reservation, reserve } from '../buckets/index.ts'
import { type Context, type Core, contextOf, type OpenContext } from '../context.ts'
import { asOrganization } from '../database/connection-turns.ts'
import { asProblem } from '../database/store-errors.ts'
import { answerOnce, parseIdempotencyKey, type Repeatable } from '../idempotency/index.ts'
import { verifyKey } from '../keys/index.ts'
import { project } from '../lists/index.ts'
import { beginTrail, type Trail } from '../usage/index.ts'
import { authorize } from './authorize.ts'
import { judgeInput, lookAt, parseInput } from './input.ts'
import { handlers, openHandlers } from './operations.ts'
import { shownTo } from './receipt.ts'
import type { ActorRequest, KeyRequest, RawCall } from './request.ts'

/** What a shell answers: an output or a problem, and the bucket where one was reached. */
export type Answer = {
  readonly rate?: Rate | undefined
  readonly actor?: KeyActor | undefined
  /** Answered from what was kept of the first call with the same Idempotency-Key. */
  readonly replayed?: boolean | undefined
} & ({ readonly output: unknown } | { readonly problem: Problem })

/**
 * Serves one request on `/v2`. Never throws: every refusal and fault is an answer. It is there at once where nothing had
 * to be waited for, since promises that only pass it on would cost as much as the guards.
 */
export function run(core: Core, request: KeyRequest): Answer | Promise<Answer> {
  const { name } = request
  if (isOpen(name)) return serveOpen(core, request, name)
  const trail = beginTrail(request, core.clock())
  return serve(core, { request, name, trail, actor: undefined, held: undefined })
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
    return { problem: asProblem(error), rate: error instanceof RateLimited ? error.rate : rate }
  }
}

/** A request with a key, and how far it has come. */
interface Passage {
  readonly request: KeyRequest
  readonly name: ActorName
  readonly trail: Trail
  actor: KeyActor | undefined
  held: Reservation | undefined
  repeatable?: Repeatable | undefined
  /** Why the key was refused, where the answer says that its address failed too often. */
  refusal?: Problem | undefined
}

/** Waits only for what is a promise: a key and a bucket that this node has in memory are there at once, as is a short body. */
function serve(core: Core, passage: Passage): Answer | Promise<Answer> {
  try {
    const actor = admit(core, passage)
    const output =
      actor instanceof Promise
        ? actor.then((admitted) => enter(core, passage, admitted))
        : enter(core, passage, actor)
    return output instanceof Promise
      ? settleLater(core, passage, output)
      : succeed(core, passage, output)
  } catch (error) {
    return fail(core, passage, error)
  }
}

async function settleLater(
  core: Core,
  passage: Passage,
  output: Promise<unknown>,
): Promise<Answer> {
  try {
    return succeed(core, passage, await output)
  } catch (error) {
    return fail(core, passage, error)
  }
}

/** Steps 1 to 4: whose request it is, and a unit of the bucket that it draws on. */
function admit(core: Core, passage: Passage): KeyActor | Promise<KeyActor> {
  const known = authenticate(core, passage)
  return known instanceof Promise
    ? known.then((actor) => hold(core, passage, actor))
    : hold(core, passage, known)
}

function hold(core: Core, passage: Passage, actor: KeyActor): KeyActor | Promise<KeyActor> {
  passage.actor = actor
  const reserved = reserve(core, actor, operations[passage.name], passage.trail.at)
  if (reserved instanceof Promise) {
    return reserved.then((held) => {
      passage.held = held
      return actor
    })
  }
  passage.held = reserved
  return actor
}

/** Steps 5 to 7, once the body is read. */
function enter(core: Core, passage: Passage, actor: KeyActor): unknown {
  const body = passage.request.readBody?.(actor.organization.id)
  return body instanceof Promise
    ? body.then((read) => call(core, passage, actor, read))
    : call(core, passage, actor, body)
}

function call(core: Core, passage: Passage, actor: KeyActor, body: unknown): unknown {
  const { request, name, trail } = passage
  const { params, query, requestId, address, ifMatch } = request
  const { at: now, needs } = trail
  const ctx = contextOf(core, { actor, needs, now, address, requestId, ifMatch })
  passage.repeatable = repeatableOf(request)
  const raw = { params, query, body }
  return asOrganization(actor.organization.id, () => handle(ctx, name, raw, passage.repeatable))
}

/** Step 8: the unit stays spent. */
function succeed(core: Core, passage: Passage, output: unknown): Answer {
  const { actor, held, trail, repeatable } = passage
  core.usage.record(trail, undefined)
  return { output, actor, rate: held?.rate, replayed: repeatable?.replayed }
}

/** Step 8 for a request that failed: its unit goes back. */
async function fail(core: Core, passage: Passage, error: unknown): Promise<Answer> {
  const { actor, held, trail } = passage
  const problem = asProblem(error)
  const limited = problem instanceof RateLimited ? problem : undefined
  if (actor && limited) noteExhausted(core, actor, limited, trail.at)
  const rate = held ? await giveBack(core, held) : limited?.rate
  core.usage.record(trail, passage.refusal ?? problem)
  return { problem, actor, rate }
}

/** The organization's own limits: integrations can ask to be told of them, and nothing waits for it. */
function noteExhausted(core: Core, actor: KeyActor, { level }: RateLimited, at: Date): void {
  const tier = budgetTiers.find((one) => one === level.name)
  if (!tier) return
  core.lastSeen.limitExhausted({ organizationId: actor.organization.id, tier, keyId: actor.id, at })
}

/** Steps 1 to 3. A request that does not pass them counts against its address, and nothing else. */
function authenticate(core: Core, passage: Passage): KeyActor | Promise<KeyActor> {
  const { request, trail } = passage
  try {
    const known = verifyKey(core, request, trail.at, (key) => {
      trail.caller = key
    })
    return known instanceof Promise
      ? known.then(
          (actor) => noteUse(core, trail, actor),
          (error) => refuse(core, passage, error),
        )
      : noteUse(core, trail, known)
  } catch (error) {
    return refuse(core, passage, error)
  }
}

function noteUse(core: Core, { at, address }: Trail, actor: KeyActor): KeyActor {
  core.lastSeen.keyUsed(actor.id, at, address)
  return actor
}

/** Judged only now that the request has failed: one that authenticates is not held off for what its neighbours did. */
function refuse(core: Core, passage: Passage, error: unknown): never {
  if (error instanceof Problem && (error.status === 401 || error.code === 'address-not-allowed')) {
    passage.refusal = error
    core.addresses.blame(passage.request.address)
  }
  throw error
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
    const answer = asOrganization(actor.organization.id, () => handle(ctx, name, call))
    return (await answer) as Output<Name>
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

/** A look at the input, scope, the whole input, handler; of its answer what the caller may read and asked for. */
function handle(ctx: Context, name: ActorName, call: RawCall, repeatable?: Repeatable): unknown {
  const looked = lookAt(name, call)
  const authorized = authorize(ctx, name, looked)
  const go = () => answer(ctx, { name, call, looked, repeatable })
  return authorized instanceof Promise ? authorized.then(go) : go()
}

interface LookedAt {
  readonly name: ActorName
  readonly call: RawCall
  /** Of its input what scopes need. */
  readonly looked: RawCall
  readonly repeatable: Repeatable | undefined
}

/** Input and handler, for a call that its scope allows. */
function answer(ctx: Context, { name, call, looked, repeatable }: LookedAt): unknown {
  const { input, fields } = judgeInput(name, call, looked, ctx.now)
  const handler = handlers[name] as AnyHandler
  const once = async (repeatable: Repeatable) => {
    const { timeout, committed } = handler
    const whole = { name, raw: call, repeatable, timeout }
    const output = await answerOnce(ctx, whole, (inside) => handler(inside, input))
    // The handler's own transaction was a part of the one that is committed only now.
    committed?.(ctx, input)
    return output
  }
  const output = repeatable ? once(repeatable) : handler(ctx, input)
  const show = (whole: unknown) => {
    const shown = shownTo(ctx, name, whole)
    return fields === undefined ? shown : project(shown, operations[name].response, fields)
  }
  return output instanceof Promise ? output.then(show) : show(output)
}
