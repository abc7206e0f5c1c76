import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { MAX_BATCH } from '#data/batch.ts'
import { inCallersTurns } from '#server/callers/caller-turns.ts'
import { isOfSession } from '#server/callers/of-session.ts'
import { reportFailure } from '#server/report.ts'
import { tracedRoute } from '#server/traced.ts'
import { httpContext } from '#server/trpc/context.ts'
import { asTrpcError, retryAfterOf } from '#server/trpc/failure.ts'
import { withLongBody } from '#server/trpc/long-body.ts'
import { appRouter } from '#server/trpc/router.ts'

const serve = inCallersTurns((req) =>
  fetchRequestHandler({
    endpoint: '/api/trpc',
    req: withLongBody(req),
    router: appRouter,
    maxBatchSize: MAX_BATCH,
    createContext: ({ resHeaders, info }) =>
      httpContext(req, resHeaders, {
        draw: { units: info.calls.length, ofSession: isOfSession(new URL(req.url).pathname) },
      }).catch((error: unknown) => {
        throw asTrpcError(error)
      }),
    responseMeta: ({ errors }) => ({
      headers: { 'cache-control': 'no-store', ...retryAfterOf(errors) },
    }),
    onError: ({ error, path, ctx }) => reportFailure(error, path, ctx?.requestId),
  }),
)
const handle = tracedRoute('/api/trpc', serve)

export { handle as GET, handle as POST }
