import { Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'

/** Honours If-Match (RFC 9110, 13.1.1): throws `precondition-failed` when the etag is none of those named. */
export function requireMatch(ctx: Pick<Context, 'ifMatch'>, etag: string): void {
  if (ctx.ifMatch === undefined) return
  const wanted = ctx.ifMatch.split(',').map((tag) => tag.trim())
  if (wanted.includes('*') || wanted.includes(`"${etag}"`) || wanted.includes(etag)) return
  throw new Problem('precondition-failed', {
    detail: `If-Match does not name the resource's etag, which is now "${etag}". Read it again.`,
  })
}
