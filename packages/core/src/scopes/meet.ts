/** The filter of exactly those paths that both filters match; undefined if there are none. */
export function meetFilters(a: string, b: string): string | undefined {
  if (a === '#') return b
  if (b === '#') return a
  const left = a.split('/')
  const right = b.split('/')
  if (left.length !== right.length) return undefined
  const words = left.map((word, i) => (word === '#' ? right[i] : word))
  return words.every((word, i) => right[i] === '#' || right[i] === word)
    ? words.join('/')
    : undefined
}
