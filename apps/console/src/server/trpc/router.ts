import { router } from './init.ts'
import { operationRouters } from './operations.ts'
import { operatorRouter } from './operator.ts'
import { sessionRouter } from './session.ts'

export const appRouter = router({
  session: sessionRouter,
  operator: operatorRouter,
  ...operationRouters(),
})

/** Browser code imports this type, never the router. */
export type AppRouter = typeof appRouter
