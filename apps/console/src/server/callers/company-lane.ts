import { createHash } from 'node:crypto'

/** Few: a caller that names many organizations gets eight slots instead of two, not more. */
const LANES = 4

const CALL = /^\/api\/auth\/company\/(?:start$|callback\/(.+))/

/**
 * The lane of a call that waits for an organization's provider, so that callers at one address who use another provider
 * seldom wait for it; undefined for other calls.
 */
export async function companyLane(request: Request): Promise<number | undefined> {
  const [call, organization] = CALL.exec(new URL(request.url).pathname) ?? []
  if (call === undefined) return undefined
  const named = organization ?? (await namedIn(request))
  return createHash('sha256').update(named).digest().readUInt8() % LANES
}

/** The domain of the address that a body gives, or the organization's id. */
async function namedIn(request: Request): Promise<string> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined)
  const company: unknown = Reflect.get(Object(body), 'company')
  if (typeof company !== 'string') return ''
  return company.trim().toLowerCase().split('@').at(-1) ?? ''
}
