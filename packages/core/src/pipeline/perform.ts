import { type ActorName, type Output, operations } from '@sluice/contract'
import { andThen, IsoTimes } from '@sluice/runtime'
import { type Context, type Core, contextOf } from '../context.ts'
import { asOrganization } from '../database/connection-turns.ts'
import { asProblem } from '../database/store-errors.ts'
import { answeredBefore, answerOnce, type Repeatable } from '../idempotency/index.ts'
import { project } from '../lists/index.ts'
import { authorize } from './authorize.ts'
import { type Judged, judgeInput, lookAt } from './input.ts'
import { handlers } from './operations.ts'
import { shownTo } from './receipt.ts'
import type { ActorRequest, RawCall } from './request.ts'

/** Steps 5 to 8, for an actor whom a shell has authenticated. Throws {@link Problem}. */
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
    return withTexts(await answer) as Output<Name>
  } catch (error) {
    throw asProblem(error)
  }
}

/** An answer whose times are texts. */
function withTexts(answer: unknown): unknown {
  const { timestamps } = (answer ?? {}) as { timestamps?: unknown }
  if (!(timestamps instanceof IsoTimes)) return answer
  return { ...(answer as object), timestamps: timestamps.texts() }
}

/** A handler of any row. */
export interface AnyHandler {
  (ctx: Context, input: RawCall): unknown
  /** Milliseconds that its transaction may take. */
  readonly timeout?: number | undefined
  /** What is due once the change counts. */
  readonly committed?: (ctx: Context, input: RawCall) => void
}

/** A look at the input, scope, the whole input, handler; of its answer what the caller may read and asked for. */
export function handle(
  ctx: Context,
  name: ActorName,
  call: RawCall,
  repeatable?: Repeatable,
): unknown {
  const looked = lookAt(name, call)
  const authorized = () => authorize(ctx, name, looked)
  const next = () => answer(ctx, { name, call, looked, repeatable })
  return repeatable
    ? authorizedOnce(ctx, { name, raw: call, repeatable }, authorized, next)
    : andThen(authorized(), next)
}

/** A repeat is answered as before, even though its scope would no longer allow the call. */
async function authorizedOnce(
  ctx: Context,
  call: RepeatedCall,
  authorized: () => void | Promise<void>,
  next: () => unknown,
): Promise<unknown> {
  const needs = ctx.needs.length
  try {
    await authorized()
  } catch (refused) {
    const output = await answeredBefore(ctx, call, refused)
    ctx.needs.length = needs
    return shownTo(ctx, call.name, output)
  }
  return next()
}

interface RepeatedCall {
  readonly name: ActorName
  readonly raw: RawCall
  readonly repeatable: Repeatable
}

interface LookedAt {
  readonly name: ActorName
  readonly call: RawCall
  /** Of its input what scopes need. */
  readonly looked: RawCall
  readonly repeatable: Repeatable | undefined
}

/** Input and handler, for a call that its scope allows. */
function answer(ctx: Context, looked: LookedAt): unknown {
  const { name, call } = looked
  const judged = judgeInput(name, call, looked.looked, ctx.now)
  return andThen(judged, (whole) => runHandler(ctx, looked, whole))
}

function runHandler(
  ctx: Context,
  { name, call, repeatable }: LookedAt,
  { input, fields }: Judged,
): unknown {
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
  return andThen(output, show)
}
