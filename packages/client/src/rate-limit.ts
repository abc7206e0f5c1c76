/** A bucket as reported by an answer's header fields (IETF draft-ietf-httpapi-ratelimit-headers). */
export interface Bucket {
  readonly name: string
  /** Units left. */
  readonly remaining: number
  /** Units refilled per millisecond; 0 without a policy. */
  readonly refill: number
}

/** The buckets in `RateLimit`, with the sustained rates of `RateLimit-Policy`. */
export function bucketsOf(headers: Headers): Bucket[] {
  const policies = new Map(itemsOf(headers.get('ratelimit-policy')))
  return itemsOf(headers.get('ratelimit')).flatMap(([name, { r }]) => {
    if (r === undefined) return []
    const { q = 0, w = 0 } = policies.get(name) ?? {}
    return [{ name, remaining: r, refill: w > 0 ? q / (w * 1000) : 0 }]
  })
}

/** Parses a list of quoted names with integer parameters (RFC 9651). */
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
