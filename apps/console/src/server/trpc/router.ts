import { router } from './init.ts'
import { operationRouters } from './operations.ts'
import { sessionRouter } from './session.ts'

export const appRouter = router({ session: sessionRouter, ...operationRouters() })

/** Browser code imports this type, never the router. */
export type AppRouter = typeof appRouter
