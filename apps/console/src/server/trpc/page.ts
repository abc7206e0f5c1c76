import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { headers } from 'next/headers'
import { cache } from 'react'
import { makeQueryClient } from '#data/query-client.ts'
import { pageAdmission, pageSession } from '../page/page-session.ts'
import { pageContext } from './context.ts'
import { appRouter } from './router.ts'

/** The query cache of the page being rendered. It is serialized into the HTML, so it must not contain secrets. */
export const pageQueries = cache(makeQueryClient)

/** Calls the router in process while a page renders. */
export const pageTrpc = cache(() =>
  createTRPCOptionsProxy({
    router: appRouter,
    queryClient: pageQueries,
    ctx: async () => pageContext(await headers(), await pageSession(), await pageAdmission()),
  }),
)
