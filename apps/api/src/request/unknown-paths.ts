import { operations } from '@sluice/contract'

const paths = Object.values(operations).map(({ path }) => ({
  path,
  words: path.split('/').slice(1),
}))

/** The message for an unknown path: the contract's path that was probably meant, and where to find all. */
export function unknownPath(path: string, apiUrl: string): string {
  const written = path.split('/').filter((word) => word !== '')
  const meant = paths.find(({ words }) => areAlike(words, written))
  const hint = meant ? ` Did you mean ${meant.path}?` : ''
  return `There is no ${path}.${hint} See ${apiUrl}/v2/openapi.json.`
}

/** A parameter matches anything; a word matches itself in the other number or case. */
function areAlike(words: readonly string[], written: readonly string[]): boolean {
  return (
    words.length === written.length &&
    words.every((word, i) => word.startsWith('{') || fold(word) === fold(written[i] ?? ''))
  )
}

function fold(word: string): string {
  return word.toLowerCase().replace(/s$/, '')
}
