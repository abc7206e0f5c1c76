/** Where to go after sign-in: a path of this console, never another site. */
export function returnPath(next: string | string[] | undefined): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return '/'
  return next
}
