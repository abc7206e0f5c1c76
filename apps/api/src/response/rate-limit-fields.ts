import { type Level, type Rate, secondsUntilFull, wholeUnits } from '@sluice/core'

/**
 * Adds the RateLimit header fields (IETF draft-ietf-httpapi-ratelimit-headers), as name, value, name, value. They are
 * lists, of which the lowest bucket counts.
 */
export function addRateLimitFields(fields: string[], rate: Rate): void {
  const { share, failures } = rate
  if (!(share || failures)) {
    fields.push('RateLimit-Policy', policy(rate), 'RateLimit', left(rate))
    return
  }
  const all = [rate, share, failures].filter((level) => level !== undefined)
  fields.push('RateLimit-Policy', all.map(policy).join(', '))
  fields.push('RateLimit', all.map(left).join(', '))
}

function policy({ name, limit }: Level): string {
  return `"${name}";q=${limit.perMinute};w=60`
}

function left({ name, tokens, limit }: Level): string {
  const remaining = Math.max(0, wholeUnits(tokens))
  return `"${name}";r=${remaining};t=${secondsUntilFull(tokens, limit)}`
}
