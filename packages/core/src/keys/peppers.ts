import { z } from 'zod'
import type { Peppers } from './digest.ts'

const ENTRY = /^\s*(\d+):(.{16,})$/

/** The range of the column with a key's pepper version. */
const HIGHEST_VERSION = 2 ** 31 - 1

/** `1:secret,2:secret`, as in the environment of every app. A fault names the form, never the secret. */
export const keyPeppers = z.string().transform((text, context): Peppers => {
  const entries = text.split(',').map((entry) => ENTRY.exec(entry))
  const peppers = new Map(entries.map((entry) => [Number(entry?.[1]), entry?.[2] ?? '']))
  const message = faultOf(entries, peppers)
  if (message === undefined) return peppers
  context.issues.push({ code: 'custom', message, input: undefined })
  return z.NEVER
})

function faultOf(entries: readonly (readonly string[] | null)[], peppers: Peppers) {
  if (entries.some((entry) => (entry?.[2] ?? '').trim().length < 16)) {
    return 'must be like 1:secret,2:secret, each secret at least 16 characters'
  }
  if (peppers.size < entries.length) return 'must have each version once'
  if (Math.max(...peppers.keys()) > HIGHEST_VERSION) {
    return `must have versions of at most ${HIGHEST_VERSION}`
  }
  return undefined
}
