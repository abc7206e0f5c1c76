/** Prefixes a path of an area with the area's base path; `/` is the base path itself. */
export function addressIn(base: string, path: string): string {
  return path === '/' ? base : base + path
}
