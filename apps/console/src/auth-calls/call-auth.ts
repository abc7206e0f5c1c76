import { personHeader } from '#data/page-person.ts'

/** The result of a call to an authentication endpoint. */
export type Answered<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly refusal: Refusal }

export interface Refusal {
  /** Undefined if the network failed. */
  readonly status: number | undefined
  /** Better Auth's error code, for example INVALID_PASSWORD. */
  readonly code: string | undefined
  /** Seconds, if the response says so. */
  readonly retryAfter: number | undefined
}

/**
 * Calls an endpoint below `/api/auth`: POST with a body, GET without.
 *
 * @returns the response body, or an empty object if there is none
 */
export async function callAuth<Body = object>(
  path: string,
  body?: object,
): Promise<Answered<Body>> {
  const headers = personHeader()
  const sent = body
    ? {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
    : { headers }
  const response = await fetch(`/api/auth${path}`, sent).catch(() => undefined)
  const answer = response && (await bodyOf(response))
  if (response?.ok) return { ok: true, body: answer as Body }
  return { ok: false, refusal: refusalOf(response, answer) }
}

async function bodyOf(response: Response): Promise<object> {
  if (response.status === 204) return {}
  return response.json().catch(() => ({}))
}

function refusalOf(response: Response | undefined, answer: object | undefined): Refusal {
  const code = answer && 'code' in answer ? String(answer.code) : undefined
  const seconds = Number(response?.headers.get('x-retry-after'))
  return { status: response?.status, code, retryAfter: seconds > 0 ? seconds : undefined }
}
