import { searchTextOf } from '@sluice/contract'
import { isStorable } from '@sluice/runtime'
import { z } from 'zod'
import { texts } from '#texts/server.ts'

/** Rows per page of the lists that are not in the contract; the same as for those that are. */
export const PAGE_ROWS = 50

/** The input of every such list. It comes from the page's URL, so it can be anything. */
export const listInput = {
  text: z
    .string()
    .max(100)
    .refine(isStorable, texts.notStorable)
    .transform(searchTextOf)
    .optional(),
  cursor: z.string().optional(),
}
