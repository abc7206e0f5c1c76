const OWN = 'http://console.invalid'
const LONGEST = 2000

/**
 * The path to open after sign-in, always within this console. It is resolved like browsers do: they drop tabs and line
 * breaks, treat backslashes as slashes, and resolve dots.
 */
export function returnPath(next: string | string[] | undefined): string {
  if (typeof next !== 'string' || next.length > LONGEST || !isPath(next)) return '/'
  const url = URL.parse(next, OWN)
  if (url?.origin !== OWN) return '/'
  const path = url.pathname + url.search + url.hash
  return isPath(path) ? path : '/'
}

/** Starts with a single slash and contains no characters that browsers reinterpret. */
function isPath(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return /^\/(?!\/)[^\\\x00-\x1f\x7f]*$/.test(text)
}
