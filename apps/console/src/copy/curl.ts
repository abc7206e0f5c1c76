export interface CurlCall {
  /** With its query: `/v2/things?limit=5`. What is to be filled in stands in braces. */
  readonly path: string
  /** Present: sent as JSON. */
  readonly body?: unknown
  /** Default: POST with a body, else GET. */
  readonly method?: string
}

/**
 * A curl command. Without a key string it takes the key from the shell's SLUICE_KEY, so that none lands in its history.
 */
export function curl(apiUrl: string, call: CurlCall, key?: string): string {
  const { path, body } = call
  const url = /[?{]/.test(path) ? `'${apiUrl}${path}'` : `${apiUrl}${path}`
  const verb = isUsual(call) ? '' : `-X ${call.method} `
  const header = key === undefined ? '"X-Api-Key: $SLUICE_KEY"' : `'X-Api-Key: ${key}'`
  if (body === undefined) return `curl ${verb}-H ${header} ${url}`
  const json = JSON.stringify(body).replaceAll("'", "'\\''")
  return `curl ${verb}-H ${header} -H 'Content-Type: application/json' \\\n  -d '${json}' \\\n  ${url}`
}

/** Is the method the one that a call with such a body has anyway? */
export function isUsual({ method, body }: CurlCall): boolean {
  return method === undefined || method === (body === undefined ? 'GET' : 'POST')
}
