/** What Next hands a page as its query, as the browser knows it; of a repeated parameter the first counts. */
export function asSearchParams(raw: Record<string, string | string[] | undefined>) {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(raw)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first !== undefined) params.set(name, first)
  }
  return params
}

/** The parameter, unless it is missing or empty. */
export function text(params: URLSearchParams, name: string): string | undefined {
  return params.get(name) || undefined
}

/** The parameter where it is one of the allowed words; a hand-made URL cannot break a page. */
export function oneOf<Word extends string>(
  params: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === params.get(name))
}
