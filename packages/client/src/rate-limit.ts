/** One bucket, as an answer's header fields tell of it (IETF draft-ietf-httpapi-ratelimit-headers). */
export interface Bucket {
  readonly name: string
  /** Units left. */
  readonly remaining: number
  /** Units that come back, a millisecond; 0 where no policy says. */
  readonly refill: number
}

/** The buckets that `RateLimit` lists, with the sustained rates of `RateLimit-Policy`. */
export function bucketsOf(headers: Headers): Bucket[] {
  const policies = new Map(itemsOf(headers.get('ratelimit-policy')))
  return itemsOf(headers.get('ratelimit')).flatMap(([name, { r }]) => {
    if (r === undefined) return []
    const { q = 0, w = 0 } = policies.get(name) ?? {}
    return [{ name, remaining: r, refill: w > 0 ? q / (w * 1000) : 0 }]
  })
}

/** A list of quoted names, each with whole numbers as parameters (RFC 9651). */
function itemsOf(field: string | null): [string, Record<string, number>][] {
  return [...(field ?? '').matchAll(/"([^"]*)"((?:\s*;\s*\w+\s*=\s*\d+)*)/g)].map(
    ([, name = '', parameters = '']) => [
      name,
      Object.fromEntries(
        [...parameters.matchAll(/(\w+)\s*=\s*(\d+)/g)].map(([, key, value]) => [
          key,
          Number(value),
        ]),
      ),
    ],
  )
}
