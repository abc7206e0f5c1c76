import { searchTextOf } from '@sluice/contract'
import type { Prisma } from '../database/generated/client.ts'
import { textCondition } from '../lists/index.ts'
import { readPublicPart } from './key-string.ts'

const ENDING = /^(?:\.\.\.|…)?([0-9A-Za-z]{4})$/

/**
 * The keys that a text may refer to: by part of the name or id, a key string or its beginning, the display form, or the
 * last four characters.
 */
export function keyTextCondition(typed: string | undefined): Prisma.KeyWhereInput {
  if (typed === undefined) return {}
  const text = searchTextOf(typed).trim()
  const [, lastFour] = ENDING.exec(text) ?? []
  return {
    OR: [
      textCondition(text),
      ...publicPartConditions(text),
      ...(lastFour === undefined ? [] : [{ lastFour }]),
    ],
  }
}

function publicPartConditions(text: string): Prisma.KeyWhereInput[] {
  const part = readPublicPart(text)
  if (part === undefined) return []
  const { keyType, idStart, lastFour = '' } = part
  return [{ keyType, id: { startsWith: idStart }, lastFour: { endsWith: lastFour } }]
}
