export interface CurlCall {
  /** With its query: `/v2/things?limit=5`. */
  readonly path: string
  /** Present: a POST of this as JSON. */
  readonly body?: unknown
}

/** A curl command that takes the key from the shell's SLUICE_KEY, so that none lands in its history. */
export function curl(apiUrl: string, { path, body }: CurlCall): string {
  const url = path.includes('?') ? `'${apiUrl}${path}'` : `${apiUrl}${path}`
  const key = '-H "X-Api-Key: $SLUICE_KEY"'
  if (body === undefined) return `curl ${key} ${url}`
  const json = JSON.stringify(body).replaceAll("'", "'\\''")
  return `curl ${key} -H 'Content-Type: application/json' \\\n  -d '${json}' \\\n  ${url}`
}
