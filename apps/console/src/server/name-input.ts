import { isName, nameFault } from '@sluice/contract'
import { isStorable } from '@sluice/runtime'
import { z } from 'zod'
import { texts } from '#texts/server.ts'

/** A name that a person chooses: one trimmed line of at most `length` characters. */
export function nameOfUpTo(length: number) {
  return z
    .string()
    .trim()
    .min(1, texts.missing)
    .max(length, texts.tooLong(length))
    .refine(isStorable, texts.notStorable)
    .refine(isName, nameFault)
}
