/** Converts a page's query from Next.js to URLSearchParams, keeping the first of repeated parameters. */
export function asSearchParams(raw: Record<string, string | string[] | undefined>) {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(raw)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first !== undefined) params.set(name, first)
  }
  return params
}

/** A parameter; undefined if it is missing or empty. */
export function text(params: URLSearchParams, name: string): string | undefined {
  return params.get(name) || undefined
}

/** A parameter if it is one of the allowed words. Other values, for example in a handwritten URL, are ignored. */
export function oneOf<Word extends string>(
  params: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === params.get(name))
}
