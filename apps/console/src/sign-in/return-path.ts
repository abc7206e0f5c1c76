const OWN = 'http://console.invalid'
const LONGEST = 2000

/**
 * Where to go after sign-in: a path of this console, never another site. It is read as browsers read it, who leave out
 * tabs and line breaks, take backslashes for slashes, and resolve dots.
 */
export function returnPath(next: string | string[] | undefined): string {
  if (typeof next !== 'string' || next.length > LONGEST || !isPath(next)) return '/'
  const url = URL.parse(next, OWN)
  if (url?.origin !== OWN) return '/'
  const path = url.pathname + url.search + url.hash
  return isPath(path) ? path : '/'
}

/** One slash first, and no character that is a browser's to reinterpret. */
function isPath(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return /^\/(?!\/)[^\\\x00-\x1f\x7f]*$/.test(text)
}
