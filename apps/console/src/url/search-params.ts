import { cut } from '#format/cut.ts'

/** Converts a page's query from Next.js to URLSearchParams, keeping the first of repeated parameters. */
export function asSearchParams(raw: Record<string, string | string[] | undefined>) {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(raw)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first !== undefined) params.set(name, first)
  }
  return params
}

/** A parameter, cut to a length; undefined if it is missing or empty. */
export function text(
  params: URLSearchParams,
  name: string,
  length = Number.POSITIVE_INFINITY,
): string | undefined {
  return cut(params.get(name) ?? '', length) || undefined
}

/** A parameter if it is one of the allowed words. Other values, for example in a handwritten URL, are ignored. */
export function oneOf<Word extends string>(
  params: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === params.get(name))
}
