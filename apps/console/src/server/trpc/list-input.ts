import { searchTextOf } from '@sluice/contract'
import { isStorable } from '@sluice/runtime'
import { z } from 'zod'
import { texts } from '#texts/server.ts'

/** How many rows a page of a list has that is in no contract, as in those that are. */
export const PAGE_ROWS = 50

/** What every such list takes: its page's URL may say anything. */
export const listInput = {
  text: z
    .string()
    .max(100)
    .refine(isStorable, texts.notStorable)
    .transform(searchTextOf)
    .optional(),
  cursor: z.string().optional(),
}
