import { z } from 'zod'

/**
 * Every problem that `/v2` can answer, as RFC 9457 `application/problem+json`.
 * `advice` is what the documentation tells a caller to do.
 */
export const problems = {
  'key-missing': {
    status: 401,
    title: 'Unauthorized',
    advice: 'Send the API key in the header X-Api-Key.',
  },
  'key-malformed': {
    status: 401,
    title: 'Unauthorized',
    advice: 'The string is not a complete Sluice key. Copy it again.',
  },
  'key-unknown': {
    status: 401,
    title: 'Unauthorized',
    advice: 'There is no such key here. Check the base URL, or create a new key.',
  },
  'key-revoked': { status: 401, title: 'Unauthorized', advice: 'Create a new key.' },
  'key-expired': { status: 401, title: 'Unauthorized', advice: 'Create a new key.' },
  'address-not-allowed': {
    status: 403,
    title: 'Forbidden',
    advice: "Call from an address on the key's allow-list, or extend the list.",
  },
  'scope-missing': {
    status: 403,
    title: 'Forbidden',
    advice: 'Use a key that has the scope named in the detail.',
  },
  'key-type-not-allowed': {
    status: 403,
    title: 'Forbidden',
    advice: 'Use a key of the type named in the detail.',
  },
  'key-exceeds-caller': {
    status: 403,
    title: 'Forbidden',
    advice:
      'A key cannot create a key, or change one, beyond its own permissions. Narrow what `errors` lists, or call with a wider key.',
  },
  'not-found': {
    status: 404,
    title: 'Not Found',
    advice: 'The resource does not exist, or this key may not read it.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method Not Allowed',
    advice: 'Use a method listed in the Allow header.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not Acceptable',
    advice: 'Send an Accept header that allows a media type named in the detail, or none.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    advice:
      'The request conflicts with the current state. With Retry-After, send it again after that many seconds. Otherwise resolve what the detail names first.',
  },
  'key-not-active': {
    status: 409,
    title: 'Conflict',
    advice: 'An expired or revoked key cannot be changed. Create a new one.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request Timeout',
    advice: 'The request took too long to arrive. Send it again over a faster connection.',
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition Failed',
    advice: 'The resource has changed since it was read. Read it again and retry.',
  },
  'body-too-large': {
    status: 413,
    title: 'Content Too Large',
    advice: 'Split the body; the detail names the limit.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported Media Type',
    advice: 'Send a media type and encoding that the operation supports.',
  },
  'invalid-request': {
    status: 400,
    title: 'Bad Request',
    advice:
      'Fix the faults in `errors`. Texts, lists and maps that are too large are reported before anything else, at most 100; of other faults, at most 1,000.',
  },
  'idempotency-mismatch': {
    status: 422,
    title: 'Unprocessable Content',
    advice: 'Use a new Idempotency-Key for every new call. Reuse one only to retry the same call.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too Many Requests',
    advice: 'Wait Retry-After seconds, then retry with exponential backoff and jitter.',
  },
  'quota-exceeded': {
    status: 429,
    title: 'Too Many Requests',
    advice:
      'The organization’s storage quota is used up; the detail says which one. Samples: erase some, keep them for fewer days, or request a higher quota; retry after Retry-After seconds. Changes: request a higher quota; a retry does not help before that.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request Header Fields Too Large',
    advice: 'Send fewer or shorter headers, or a shorter URL. The detail names the limit.',
  },
  internal: {
    status: 500,
    title: 'Internal Server Error',
    advice: 'The service failed. Retry later. If it fails again, send the request id to support.',
  },
  unavailable: {
    status: 503,
    title: 'Service Unavailable',
    advice:
      'The service cannot take the request now: a database does not respond, too much of your organization’s work is waiting, or something is being changed. Wait Retry-After seconds and retry.',
  },
} as const satisfies Record<string, { status: number; title: string; advice: string }>

/** The code of a problem: the last segment of its `type`. */
export type ProblemCode = keyof typeof problems

/**
 * One fault of an input: an RFC 6901 JSON pointer, `/params`, `/query`, `/headers` or `/body` first, and
 * what is wrong.
 */
export interface Fault {
  readonly pointer: string
  readonly detail: string
}

/** A {@link Fault} as it is answered. */
export const fault = z
  .object({
    pointer: z
      .string()
      .describe('JSON pointer (RFC 6901) to the place: /params, /query, /headers or /body first'),
    detail: z.string().describe('What is wrong there'),
  })
  .meta({ id: 'Fault', description: 'One fault of an input' })

/** Fields that all forms of a problem share. */
export const problemFields = {
  title: z.string().describe('The reason phrase of the status'),
  status: z.int().describe('The HTTP status'),
  detail: z.string().describe('What is wrong with this call, and what to do'),
  errors: z
    .array(fault)
    .optional()
    .describe('The faults of an invalid input, or what exceeds the calling key'),
}

/** A problem as it is answered (RFC 9457). `errors` lists the faults of an invalid input. */
export const problemSchema = z
  .object({
    type: z.string().describe("URL of the problem's documentation"),
    ...problemFields,
    requestId: z.string().optional().describe('Id of the request. Quote it to support'),
  })
  .meta({ id: 'Problem', description: 'Why a call was refused or failed (RFC 9457)' })
