export interface CurlCall {
  /** With its query: `/v2/things?limit=5`. What is to be filled in stands in braces. */
  readonly path: string
  /** Present: sent as JSON. */
  readonly body?: unknown
  /** Default: POST with a body, else GET. */
  readonly method?: string
}

/** A curl command that takes the key from the shell's SLUICE_KEY, so that none lands in its history. */
export function curl(apiUrl: string, { path, body, method }: CurlCall): string {
  const url = /[?{]/.test(path) ? `'${apiUrl}${path}'` : `${apiUrl}${path}`
  const usual = body === undefined ? 'GET' : 'POST'
  const verb = method === undefined || method === usual ? '' : `-X ${method} `
  const key = `${verb}-H "X-Api-Key: $SLUICE_KEY"`
  if (body === undefined) return `curl ${key} ${url}`
  const json = JSON.stringify(body).replaceAll("'", "'\\''")
  return `curl ${key} -H 'Content-Type: application/json' \\\n  -d '${json}' \\\n  ${url}`
}
