/** The contents of `{{...}}`. */
export interface Reference {
  /** The name before the first dot: a parameter, `index`, `item` or `resources`. */
  readonly root: string
  /** The names after it. */
  readonly path: readonly string[]
  /** The least digits of a number, padded with zeros. */
  readonly digits: number
}

/** A text split at its references. */
export type Parts = readonly (string | Reference)[]

const FORM = /^\{\{\s*([A-Za-z]\w*)((?:\.[\w-]+)*)(?::(0{1,15}))?\s*\}\}$/

/** Characters of a reference, including braces. */
const MAX_LENGTH = 500

/**
 * Splits a text at its references, in one pass: unclosed braces are text. Throws a `SyntaxError` that names an invalid
 * reference.
 */
export function partsOf(text: string): Parts {
  const parts: (string | Reference)[] = []
  let done = 0
  while (done < text.length) {
    const open = text.indexOf('{{', done)
    const close = open < 0 ? -1 : text.indexOf('}}', open + 2)
    if (close < 0) break
    if (open > done) parts.push(text.slice(done, open))
    parts.push(parse(text.slice(open, close + 2)))
    done = close + 2
  }
  if (done < text.length) parts.push(text.slice(done))
  return parts
}

function parse(text: string): Reference {
  const [, root, path = '', zeros = ''] = (text.length <= MAX_LENGTH && FORM.exec(text)) || []
  if (root === undefined) {
    throw new SyntaxError(
      `${JSON.stringify(text.slice(0, 40))} is no reference; write {{name}}, {{item.name}}, {{resources.key}} or {{index:000}}`,
    )
  }
  return { root, path: path.split('.').slice(1), digits: zeros.length }
}

/** The source form of a reference. */
export function written({ root, path }: Reference): string {
  return `{{${[root, ...path].join('.')}}}`
}
