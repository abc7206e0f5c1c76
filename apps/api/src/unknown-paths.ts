import { operations } from '@sluice/contract'

const paths = Object.values(operations).map(({ path }) => ({
  path,
  words: path.split('/').slice(1),
}))

/** What is answered for a path that is not there: the path of the contract that was likely meant, and where all are. */
export function unknownPath(path: string, apiUrl: string): string {
  const written = path.split('/').filter((word) => word !== '')
  const meant = paths.find(({ words }) => areAlike(words, written))
  const hint = meant ? ` Did you mean ${meant.path}?` : ''
  return `There is no ${path}.${hint} See ${apiUrl}/v2/openapi.json.`
}

/** A parameter is like anything, a word like itself in the other number or case. */
function areAlike(words: readonly string[], written: readonly string[]): boolean {
  return (
    words.length === written.length &&
    words.every((word, i) => word.startsWith('{') || fold(word) === fold(written[i] ?? ''))
  )
}

function fold(word: string): string {
  return word.toLowerCase().replace(/s$/, '')
}
