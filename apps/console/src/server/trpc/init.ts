import { initTRPC, TRPCError } from '@trpc/server'
import type { TrpcContext } from './context.ts'
import { publicFailure } from './failure.ts'

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

/** A call within the chosen organization. */
export const memberProcedure = signedInProcedure.use(({ ctx, next }) => {
  const { actor } = ctx.session
  if (actor === undefined) {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'You are not a member of an organization.' })
  }
  return next({ ctx: { actor } })
})
