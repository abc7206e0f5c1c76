import { Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'

/** What the ETag header adds to a resource's etag. */
const ofContent = /\.[\w-]+"$/

/** What proxies put before an ETag when they compress (RFC 9110, 8.8.3.3). */
const weakness = /^W\//

/**
 * Honours If-Match (RFC 9110, 13.1.1): throws `precondition-failed` when the etag is none of those named. Of an ETag
 * header what follows the dot is left out: it tells of content that changes without a write, such as `lastSeenAt`. So a
 * weak tag is as good as a strong one: both name the same write.
 */
export function requireMatch(ctx: Pick<Context, 'ifMatch'>, etag: string): void {
  if (ctx.ifMatch === undefined) return
  const wanted = ctx.ifMatch
    .split(',')
    .map((tag) => tag.trim().replace(weakness, '').replace(ofContent, '"'))
  if (wanted.includes('*') || wanted.includes(`"${etag}"`) || wanted.includes(etag)) return
  throw new Problem('precondition-failed', {
    detail: `If-Match does not name the resource's etag, which is now "${etag}". Read it again.`,
  })
}
