export interface CurlCall {
  /** With its query: `/v2/things?limit=5`. Placeholders are in braces. */
  readonly path: string
  /** Sent as JSON if present. */
  readonly body?: unknown
  /** Defaults to POST with a body, else GET. */
  readonly method?: string
}

/** A curl command. Without a key string it reads the key from SLUICE_KEY, which keeps it out of the shell's history. */
export function curl(apiUrl: string, call: CurlCall, key?: string): string {
  const { path, body } = call
  const url = /[?{]/.test(path) ? `'${apiUrl}${path}'` : `${apiUrl}${path}`
  const verb = isUsual(call) ? '' : `-X ${call.method} `
  const header = key === undefined ? '"X-Api-Key: $SLUICE_KEY"' : `'X-Api-Key: ${key}'`
  if (body === undefined) return `curl ${verb}-H ${header} ${url}`
  const json = JSON.stringify(body).replaceAll("'", "'\\''")
  return `curl ${verb}-H ${header} -H 'Content-Type: application/json' \\\n  -d '${json}' \\\n  ${url}`
}

/** Whether curl and the other clients choose this method by default. */
export function isUsual({ method, body }: CurlCall): boolean {
  return method === undefined || method === (body === undefined ? 'GET' : 'POST')
}
