import type { Deprecation } from '@sluice/contract'

/** Header fields of a deprecated operation's answers: Deprecation (RFC 9745) and Sunset (RFC 8594). */
export function deprecationFields({ since, sunset }: Deprecation): string[] {
  const announced = Date.parse(since) / 1000
  return ['Deprecation', `@${announced}`, 'Sunset', new Date(sunset).toUTCString()]
}
