import { createHash, randomBytes } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'
import type { z } from 'zod'

/** Seconds from one step of a sign-in to the next. */
const PATIENCE = 600

/** What a sign-in keeps between two steps: here what counts, in the browser's cookie the name of it. */
interface Kept<Value> {
  readonly kind: 'company-attempt' | 'company-link'
  readonly schema: z.ZodType<Value>
}

export async function keep<Value>(
  ctx: GenericEndpointContext,
  { kind }: Kept<Value>,
  value: Value,
  name = randomBytes(32).toString('base64url'),
): Promise<void> {
  await ctx.context.internalAdapter.createVerificationValue({
    identifier: identifierOf(kind, name),
    value: JSON.stringify(value),
    expiresAt: new Date(Date.now() + PATIENCE * 1000),
  })
  const cookie = ctx.context.createAuthCookie(kind, { maxAge: PATIENCE })
  await ctx.setSignedCookie(cookie.name, name, ctx.context.secret, cookie.attributes)
}

/** The name that this browser has; undefined where it has none. */
export async function nameKept(
  ctx: GenericEndpointContext,
  { kind }: Kept<unknown>,
): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie(kind, { maxAge: PATIENCE })
  return (await ctx.getSignedCookie(name, ctx.context.secret)) || undefined
}

/** What was kept, which is used up by it. */
export async function take<Value>(
  ctx: GenericEndpointContext,
  { kind, schema }: Kept<Value>,
  name: string,
): Promise<Value | undefined> {
  const { internalAdapter } = ctx.context
  const row = await internalAdapter.consumeVerificationValue(identifierOf(kind, name))
  return row ? schema.parse(JSON.parse(row.value)) : undefined
}

/** What was kept, which stays. */
export async function look<Value>(
  ctx: GenericEndpointContext,
  kept: Kept<Value>,
): Promise<Value | undefined> {
  const name = await nameKept(ctx, kept)
  if (name === undefined) return undefined
  const { internalAdapter } = ctx.context
  const row = await internalAdapter.findVerificationValue(identifierOf(kept.kind, name))
  if (!row || row.expiresAt < new Date()) return undefined
  return kept.schema.parse(JSON.parse(row.value))
}

/** Whoever reads the table cannot go on with what it tells of. */
function identifierOf(kind: string, name: string): string {
  return `${kind}-${createHash('sha256').update(name).digest('hex')}`
}
