import { operations } from '@sluice/contract'
import { contextOfMembers, findOperator, unmet } from '@sluice/core'
import {
  invalidRequest,
  isStorableThroughout,
  keyStringFaults,
  Problem,
  storableFaults,
} from '@sluice/runtime'
import { initTRPC, TRPCError } from '@trpc/server'
import { texts } from '#texts/server.ts'
import { isRecent } from '../auth/recent-sign-in.ts'
import { forAddress, forOrganization, forPerson } from '../callers/counted-for.ts'
import { core } from '../core.ts'
import type { SignedIn } from '../session/session.ts'
import { tracedCall } from '../traced.ts'
import { tracer } from '../tracer.ts'
import type { TrpcContext } from './context.ts'
import { asTrpcError, publicFailure } from './failure.ts'

const t = initTRPC.context<TrpcContext>().create({
  errorFormatter({ shape, error, ctx }) {
    const { message, problem } = publicFailure(error)
    const { code, httpStatus, path } = shape.data
    return {
      ...shape,
      message,
      data: { code, httpStatus, path, problem, requestId: ctx?.requestId },
    }
  },
})

export const { router, createCallerFactory } = t

const traced = t.middleware(({ path, ctx, next }) => {
  const tracing = tracer()
  return tracing ? tracedCall(tracing, { path, ctx }, () => next()) : next()
})

/** Converts problems of procedures that call the core themselves. */
const refusals = t.middleware(async ({ next }) => {
  const result = await next()
  if (!result.ok && result.error.cause) {
    const refusal = asTrpcError(result.error.cause)
    if (refusal instanceof TRPCError) throw refusal
  }
  return result
})

/**
 * Rejects text that no store accepts, and key strings in mutations. Operations of the contract validate their own
 * input.
 */
const storable = t.middleware(async ({ path, type, getRawInput, next }) => {
  if (!Object.hasOwn(operations, path)) {
    const input = await getRawInput()
    if (!isStorableThroughout(input)) throw invalidRequest(storableFaults(input, ''))
    const faults = type === 'mutation' ? keyStringFaults(input, '') : []
    if (faults.length > 0) throw invalidRequest(faults)
  }
  return next()
})

/** Whoever is known counts for themselves. */
const counted = t.middleware(({ ctx: { session, address }, next }) =>
  session ? forPerson(session.user.id, () => next()) : forAddress(address, () => next()),
)

/** For everybody. Mutations must come from the console's own pages. */
export const openProcedure = t.procedure
  .use(counted)
  .use(traced)
  .use(refusals)
  .use(storable)
  .use(({ ctx, type, next }) => {
    if (type === 'mutation' && !ctx.sameOrigin) {
      throw new TRPCError({ code: 'FORBIDDEN', message: 'The request came from another site.' })
    }
    return next()
  })

/** For signed-in users. */
export const signedInProcedure = openProcedure.use(({ ctx, next }) => {
  if (ctx.session === null) {
    throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in to continue.' })
  }
  return next({ ctx: { session: ctx.session } })
})

/** For calls about the person rather than an organization. Company sessions are rejected. */
export const ownProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (ctx.session.facts.companyOrganizationId !== null) {
    throw new Problem('scope-missing', { detail: texts.ownSignIn })
  }
  const { requestId, address, device } = ctx
  return next({ ctx: { request: { requestId, address, device } } })
})

/** For changes to how the user's account signs in. */
export const recentOwnProcedure = ownProcedure.use(({ ctx, next }) => {
  requireRecent(ctx.session)
  return next()
})

/** For members of the page's organization. For others it does not seem to exist. */
export const memberProcedure = signedInProcedure.use(({ ctx, next }) => {
  const { actor } = ctx
  if (ctx.unmet) throw unmet(ctx.unmet)
  if (actor === undefined) {
    const message = texts.noOrganization
    throw new TRPCError({ code: 'NOT_FOUND', message })
  }
  return forOrganization(actor.organization.id, () => next({ ctx: { actor } }))
})

/** For operators of the service. Checked in the database at every call. */
export const operatorProcedure = ownProcedure.use(async ({ ctx, next }) => {
  const { requestId, address, session } = ctx
  const operator = await findOperator(core(), session.user.id, { requestId, address })
  if (operator === undefined) {
    throw new TRPCError({ code: 'FORBIDDEN', message: texts.operatorsOnly })
  }
  return next({ ctx: { operator } })
})

/** For calls in the page's organization that are not operations of the contract. */
export const membershipProcedure = memberProcedure.use(({ ctx, next }) => {
  const { actor, address, requestId } = ctx
  return next({ ctx: { members: contextOfMembers(core(), actor, { address, requestId }) } })
})

/** For changes to how people sign in to the page's organization. */
export const recentProcedure = membershipProcedure.use(({ ctx, next }) => {
  requireRecent(ctx.session)
  return next()
})

/** Throws Problem `scope-missing` for a session that is older. */
export function requireRecent({ facts }: SignedIn): void {
  if (!isRecent(facts)) throw new Problem('scope-missing', { detail: texts.recentSignIn })
}
