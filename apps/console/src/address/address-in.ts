/** The path of the console for a path in an area that lies below `base`; the area's first page is the base itself. */
export function addressIn(base: string, path: string): string {
  return path === '/' ? base : base + path
}
