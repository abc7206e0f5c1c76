/** A SyntaxError about the character at a position, which quotes no more of the text. */
export function unexpected(text: string, at: number): SyntaxError {
  if (at >= text.length) return new SyntaxError('Unexpected end of JSON input')
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0).toWellFormed()
  return new SyntaxError(`Unexpected token '${sign}' at position ${at}`)
}

/** Converts an error of JSON.parse for a piece of a text to the position in the whole text. */
export function inWholeText(error: unknown, pieceAt: number): SyntaxError {
  const { message } = error as SyntaxError
  const moved = message.replace(/position (\d+).*/s, (_, at) => `position ${pieceAt + Number(at)}`)
  return new SyntaxError(moved)
}
