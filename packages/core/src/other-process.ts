/** A process of this machine that answers others under its `/internal` paths. */
export interface OtherProcess {
  readonly url: string
  readonly secret: string
}

/** Asks another process a question as JSON. Rejects where it does not answer within `patience` milliseconds. */
export function askOther(
  { url, secret }: OtherProcess,
  path: string,
  question: object,
  patience = 2_000,
): Promise<Response> {
  return fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal: AbortSignal.timeout(patience),
  })
}
