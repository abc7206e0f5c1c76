/**
 * UTF-16 units of a text that is searched. Tenants choose both texts and patterns, and a search may cost the square of
 * the length. Longer texts match only what matches any text. As documented in the contract.
 */
const LONGEST_SEARCHED = 256

/**
 * Compiles a pattern in which `*` stands for any text. Each piece between the first and the last is searched from the
 * end of the one before. The leftmost match leaves the most for the rest, so there is no backtracking.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const pieces = pattern.split('*')
  if (pieces.length === 1) return (text) => text === pattern
  if (pieces.every((piece) => piece === '')) return () => true
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)]
  const inner = pieces.slice(1, -1)
  return (text) => {
    if (text.length > LONGEST_SEARCHED || text.length < first.length + last.length) return false
    if (!text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    for (const piece of inner) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at <= text.length - last.length
  }
}
