import type { inferRouterOutputs } from '@trpc/server'
import { accountRouter } from './account.ts'
import { companyRouter } from './company.ts'
import { router } from './init.ts'
import { joinRouter } from './join.ts'
import { membersRouter } from './members.ts'
import { operationRouters } from './operations.ts'
import { operatorRouter } from './operator.ts'
import { resetRouter } from './reset.ts'
import { savedViewsRouter } from './saved-views.ts'
import { searchRouter } from './search.ts'

export const appRouter = router({
  account: accountRouter,
  operator: operatorRouter,
  members: membersRouter,
  company: companyRouter,
  join: joinRouter,
  reset: resetRouter,
  savedViews: savedViewsRouter,
  search: searchRouter,
  ...operationRouters(),
})

/** Browser code imports these types, never the router. */
export type AppRouter = typeof appRouter
export type RouterOutput = inferRouterOutputs<AppRouter>
