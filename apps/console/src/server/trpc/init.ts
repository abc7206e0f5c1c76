import { findOperator } from '@sluice/core'
import { initTRPC, TRPCError } from '@trpc/server'
import { core } from '../core.ts'
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

/** Any signed-in user's call; a call that changes something must come from the console's own pages. */
export const signedInProcedure = t.procedure.use(({ ctx, type, next }) => {
  if (type === 'mutation' && !ctx.sameOrigin) {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'The request came from another site.' })
  }
  if (ctx.session === null) {
    throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in to go on.' })
  }
  return next({ ctx: { session: ctx.session } })
})

/** A call about the signed-in user's own account, in whatever organization they are. */
export const accountProcedure = signedInProcedure.use(async ({ ctx, next }) => {
  const { requestId, address } = ctx
  const result = await next({ ctx: { request: { requestId, address } } })
  if (!result.ok) throw asTrpcError(result.error.cause ?? result.error)
  return result
})

/** A call within the chosen organization. */
export const memberProcedure = signedInProcedure.use(({ ctx, next }) => {
  const { actor } = ctx.session
  if (actor === undefined) {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'You are not a member of an organization.' })
  }
  return next({ ctx: { actor } })
})

/** A call of somebody who runs the service, which is asked of the database at every call. */
export const operatorProcedure = signedInProcedure.use(async ({ ctx, next }) => {
  const { requestId, address, session } = ctx
  const operator = await findOperator(core(), session.user.id, { requestId, address })
  if (operator === undefined) {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'This is for those who run the service.' })
  }
  const result = await next({ ctx: { operator } })
  if (!result.ok) throw asTrpcError(result.error.cause ?? result.error)
  return result
})
