import type { Context } from './context.ts'
import { Problem } from './problem.ts'

/** Honours If-Match (RFC 9110, 13.1.1): throws `precondition-failed` when the etag is none of those named. */
export function requireMatch(ctx: Context, etag: string): void {
  if (ctx.ifMatch === undefined) return
  const wanted = ctx.ifMatch.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'))
  if (wanted.includes('*') || wanted.includes(etag)) return
  throw new Problem('precondition-failed', { detail: `The resource's etag is now "${etag}".` })
}
