/** A process of this machine that answers others under its `/internal` paths. */
export interface OtherProcess {
  readonly url: string
  readonly secret: string
}

/** Longest that an answer may take, in milliseconds. */
const PATIENCE = 2_000

/** Asks another process a question as JSON. Rejects where it does not answer in time. */
export function askOther(
  { url, secret }: OtherProcess,
  path: string,
  question: object,
): Promise<Response> {
  return fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal: AbortSignal.timeout(PATIENCE),
  })
}
