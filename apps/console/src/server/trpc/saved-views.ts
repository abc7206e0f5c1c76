import { deleteView, listViews, savedViewLimits, saveView } from '@sluice/core'
import { z } from 'zod'
import { texts } from '#texts/server.ts'
import { nameOfUpTo } from '../name-input.ts'
import { membershipProcedure, router } from './init.ts'

const id = z.string().max(64)

/**
 * Views of the Explore page that an organization's members share. Not in the contract: a view stores the query of a
 * page, which may change with the page.
 */
export const savedViewsRouter = router({
  list: membershipProcedure.query(({ ctx }) => listViews(ctx.members)),

  save: membershipProcedure
    .input(
      z.strictObject({
        /** The view to replace; if left out, a new one is created. */
        id: id.optional(),
        name: nameOfUpTo(savedViewLimits.name),
        query: z.string().trim().min(1, texts.viewOfNothing).max(savedViewLimits.query),
      }),
    )
    .mutation(({ ctx, input }) => saveView(ctx.members, input)),

  delete: membershipProcedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => deleteView(ctx.members, input.id)),
})
