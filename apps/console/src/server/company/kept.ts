import { createHash, randomBytes } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'
import type { z } from 'zod'

/** Seconds that a sign-in may take from one step to the next. */
const PATIENCE = 600

/** State of a sign-in between two steps. The database holds the value, the browser's cookie its name. */
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

/** The name in this browser's cookie, if any. */
export async function nameKept(
  ctx: GenericEndpointContext,
  { kind }: Kept<unknown>,
): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie(kind, { maxAge: PATIENCE })
  return (await ctx.getSignedCookie(name, ctx.context.secret)) || undefined
}

/** Returns the value and deletes it. */
export async function take<Value>(
  ctx: GenericEndpointContext,
  { kind, schema }: Kept<Value>,
  name: string,
): Promise<Value | undefined> {
  const { internalAdapter } = ctx.context
  const row = await internalAdapter.consumeVerificationValue(identifierOf(kind, name))
  return row ? schema.parse(JSON.parse(row.value)) : undefined
}

/** Returns the value without deleting it. */
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

/** Hashed, so that nobody who can read the table can continue a sign-in. */
function identifierOf(kind: string, name: string): string {
  return `${kind}-${createHash('sha256').update(name).digest('hex')}`
}
