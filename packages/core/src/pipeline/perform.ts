import { type ActorName, type Output, operations } from '@sluice/contract'
import { andThen, IsoTimes } from '@sluice/runtime'
import { type Context, type Core, contextOf } from '../context.ts'
import { asOrganization } from '../database/connection-turns.ts'
import { asProblem } from '../database/store-errors.ts'
import { answeredBefore, answerOnce, type Repeatable } from '../idempotency/index.ts'
import { project } from '../lists/index.ts'
import { NotedNeeds } from '../scopes/index.ts'
import { authorize } from './authorize.ts'
import { type Judged, judgeInput, lookAt } from './input.ts'
import { handlers } from './operations.ts'
import { shownTo } from './receipt.ts'
import type { ActorRequest, RawCall } from './request.ts'

/** Steps 5 to 8, for an actor that a shell has authenticated. Throws {@link Problem}. */
export async function perform<Name extends ActorName>(
  core: Core,
  request: ActorRequest<Name>,
): Promise<Output<Name>> {
  const { name, call, actor, requestId, address } = request
  const now = core.clock()
  const ctx = contextOf(core, {
    actor,
    needs: new NotedNeeds(),
    now,
    requestId,
    address,
    ifMatch: request.ifMatch,
  })
  try {
    const answer = asOrganization(actor.organization.id, () => handle(ctx, name, call))
    return withTexts(await answer) as Output<Name>
  } catch (error) {
    throw asProblem(error, request.ifMatch)
  }
}

/** An answer with formatted times. */
function withTexts(answer: unknown): unknown {
  const { timestamps } = (answer ?? {}) as { timestamps?: unknown }
  if (!(timestamps instanceof IsoTimes)) return answer
  return { ...(answer as object), timestamps: timestamps.texts() }
}

/** A handler of any row. */
export interface AnyHandler {
  (ctx: Context, input: RawCall): unknown
  /** The time limit of its transaction in milliseconds. */
  readonly timeout?: number | undefined
  /** To be called after the commit. */
  readonly committed?: (ctx: Context, input: RawCall) => void
}

/** Bounds, scope, whole input, handler. Returns the part of its answer that the caller may read and asked for. */
export function handle(
  ctx: Context,
  name: ActorName,
  call: RawCall,
  repeatable?: Repeatable,
): unknown {
  const looked = { ctx, name, call, looked: lookAt(name, call), repeatable }
  return repeatable
    ? authorizedOnce(looked, repeatable)
    : andThen(authorize(ctx, name, looked.looked), judge, looked)
}

/** A repetition gets the earlier answer, even if its scope no longer allows the call. */
async function authorizedOnce(looked: LookedAt, repeatable: Repeatable): Promise<unknown> {
  const { ctx, name, call: raw } = looked
  try {
    await authorize(ctx, name, looked.looked)
  } catch (refused) {
    const output = await answeredBefore(ctx, { name, raw, repeatable }, refused)
    ctx.needs.clear()
    return shownTo(ctx, name, output)
  }
  return judge(undefined, looked)
}

interface LookedAt {
  readonly ctx: Context
  readonly name: ActorName
  readonly call: RawCall
  /** The part of its input that scopes need. */
  readonly looked: RawCall
  readonly repeatable: Repeatable | undefined
}

/** Parses the input and runs the handler, for a call that its scope allows. */
function judge(_allowed: unknown, looked: LookedAt): unknown {
  const { ctx, name, call } = looked
  return andThen(judgeInput(name, call, looked.looked, ctx.now), runHandler, looked)
}

function runHandler({ input, fields }: Judged, looked: LookedAt): unknown {
  const { ctx, name, repeatable } = looked
  const handler = handlers[name] as AnyHandler
  const output = repeatable ? runOnce(handler, input, looked, repeatable) : handler(ctx, input)
  return andThen(output, show, { ctx, name, fields })
}

async function runOnce(
  handler: AnyHandler,
  input: RawCall,
  { ctx, name, call: raw }: LookedAt,
  repeatable: Repeatable,
): Promise<unknown> {
  const { timeout, committed } = handler
  const whole = { name, raw, repeatable, timeout }
  const output = await answerOnce(ctx, whole, (inside) => handler(inside, input))
  // The handler's own transaction was nested in the one that is committed only now.
  committed?.(ctx, input)
  return output
}

/** The part of a handler's output that the caller may read and asked for. */
function show(whole: unknown, { ctx, name, fields }: Shown): unknown {
  const shown = shownTo(ctx, name, whole)
  return fields === undefined ? shown : project(shown, operations[name].response, fields)
}

interface Shown extends Pick<LookedAt, 'ctx' | 'name'>, Pick<Judged, 'fields'> {}
