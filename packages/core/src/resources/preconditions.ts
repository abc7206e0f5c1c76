import { Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'

/** What the ETag header adds to a resource's etag. */
const ofContent = /\.[\w-]+"$/

/**
 * Honours If-Match (RFC 9110, 13.1.1): throws `precondition-failed` when the etag is none of those named. Of an ETag
 * header what follows the dot is left out: it tells of content that changes without a write, such as `lastSeenAt`.
 */
export function requireMatch(ctx: Pick<Context, 'ifMatch'>, etag: string): void {
  if (ctx.ifMatch === undefined) return
  const wanted = ctx.ifMatch.split(',').map((tag) => tag.trim().replace(ofContent, '"'))
  if (wanted.includes('*') || wanted.includes(`"${etag}"`) || wanted.includes(etag)) return
  throw new Problem('precondition-failed', {
    detail: `If-Match does not name the resource's etag, which is now "${etag}". Read it again.`,
  })
}
