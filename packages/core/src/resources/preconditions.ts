import { Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'

/** The suffix that the ETag header adds to a resource's etag. */
const ofContent = /\.[\w-]+"$/

/** The prefix that proxies add to an ETag when they compress (RFC 9110, 8.8.3.3). */
const weakness = /^W\//

/**
 * Implements If-Match (RFC 9110, 13.1.1): throws `precondition-failed` if the etag is none of those named. The part of
 * an ETag after the dot is ignored: it covers content that changes without a write, such as `lastSeenAt`. So a weak tag
 * is as good as a strong one: both identify the same write.
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
