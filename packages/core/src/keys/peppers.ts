import { z } from 'zod'
import type { Peppers } from './digest.ts'

const ENTRY = /^\s*(\d+):(.{16,})$/

/** `1:secret,2:secret` as the environment of every app gives it. A fault names the form, never the secret. */
export const keyPeppers = z.string().transform((text, context): Peppers => {
  const entries = text.split(',').map((entry) => ENTRY.exec(entry))
  if (entries.some((entry) => !entry)) {
    const message = 'must be like 1:secret,2:secret, each secret at least 16 characters'
    context.issues.push({ code: 'custom', message, input: undefined })
    return z.NEVER
  }
  return new Map(entries.map((entry) => [Number(entry?.[1]), entry?.[2] ?? '']))
})
