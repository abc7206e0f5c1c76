import type { GenericEndpointContext } from 'better-auth'

/** A list in a signed cookie of a browser, the newest value first. */
export interface BrowserList {
  readonly cookie: string
  /** Starts the cookie's value. A signature covers no cookie's name: without this, any signed cookie would be a list. */
  readonly start: string
}

const YEAR = 365 * 24 * 60 * 60
/** The most values that are kept. */
const MOST = 4
const BETWEEN = '!'

export async function listIn(
  ctx: GenericEndpointContext,
  { cookie, start }: BrowserList,
): Promise<string[]> {
  const { name } = ctx.context.createAuthCookie(cookie)
  const value = (await ctx.getSignedCookie(name, ctx.context.secret)) || ''
  return value.startsWith(start) ? value.slice(start.length).split(BETWEEN) : []
}

/** Keeps the first of the values for a year. */
export async function keepList(
  ctx: GenericEndpointContext,
  { cookie, start }: BrowserList,
  values: readonly string[],
): Promise<void> {
  const { name, attributes } = ctx.context.createAuthCookie(cookie, { maxAge: YEAR })
  const value = `${start}${values.slice(0, MOST).join(BETWEEN)}`
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes)
}
