import { readFileSync } from 'node:fs'
import { type ProblemCode, problems } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { describe, expect, test } from 'vitest'
import type { Reply } from './dialect.ts'
import { dialects } from './dialects.ts'

/** Whether repeating the very same call may have another result. */
const passes: Record<ProblemCode, boolean> = {
  'key-missing': false,
  'key-malformed': false,
  'key-unknown': false,
  'key-revoked': false,
  'key-expired': false,
  'address-not-allowed': false,
  'scope-missing': false,
  'key-type-not-allowed': false,
  'key-exceeds-caller': false,
  'not-found': false,
  'method-not-allowed': false,
  'not-acceptable': false,
  // Samples of retired things are refused one by one.
  conflict: true,
  'key-not-active': false,
  'request-timeout': true,
  'precondition-failed': false,
  'body-too-large': false,
  'unsupported-media-type': false,
  'invalid-request': false,
  'idempotency-mismatch': false,
  'rate-limited': true,
  'quota-exceeded': true,
  'headers-too-large': false,
  // Unknown.
  internal: false,
  unavailable: true,
}
const codes = Object.keys(passes) as ProblemCode[]

function fieldOf({ fields }: Reply, name: string): string | undefined {
  const at = fields.indexOf(name)
  return at < 0 ? undefined : fields[at + 1]
}

describe.each(dialects.map((dialect) => [dialect.path, dialect] as const))(
  '%s',
  (_path, dialect) => {
    test.each(codes.filter((code) => passes[code]))('asks to send again after %s', (code) => {
      for (const retryAfter of [undefined, 7]) {
        const options = { detail: 'This passes.', ...(retryAfter && { retryAfter }) }
        const reply = dialect.refused(new Problem(code, options), {})
        const isLimit = problems[code].status === 429
        const wanted = isLimit ? retryAfter : (retryAfter ?? 1)
        expect(reply.status).toBe(isLimit ? 429 : 503)
        expect(fieldOf(reply, 'Retry-After')).toBe(
          wanted === undefined ? undefined : String(wanted),
        )
        expect(Buffer.from(reply.body ?? '').toString()).toContain('This passes.')
      }
    })

    test.each(codes.filter((code) => !passes[code]))('says %s by its own status', (code) => {
      const reply = dialect.refused(new Problem(code, { detail: 'This stays.' }), {})
      expect(reply.status).toBe(problems[code].status)
      expect(fieldOf(reply, 'Retry-After')).toBeUndefined()
    })
  },
)

test('the guide describes it', () => {
  const url = new URL('../../../../docs/guides/protocols.md', import.meta.url)
  const row = readFileSync(url, 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| temporary failure |'))
  expect(row).toContain('503, `Retry-After`')
  expect(row).toContain('"unavailable"')
  expect(row).toContain('code 14')
})
