/** What stands in `{{...}}`: where a value comes from. */
export interface Reference {
  /** The name before the first dot: a parameter, `index`, `item` or `resources`. */
  readonly root: string
  /** The names after it. */
  readonly path: readonly string[]
  /** Least digits of a number, filled up with zeros. */
  readonly digits: number
}

/** A text with references in it, cut at them. */
export type Parts = readonly (string | Reference)[]

const FORM = /^\{\{\s*([A-Za-z]\w*)((?:\.[\w-]+)*)(?::(0{1,15}))?\s*\}\}$/

/** Characters of a reference, braces included. */
const LONGEST = 500

/**
 * Cuts a text at its references, in one pass: braces that nothing closes are text. Throws a `SyntaxError` that says what is
 * no reference.
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
  const [, root, path = '', zeros = ''] = (text.length <= LONGEST && FORM.exec(text)) || []
  if (root === undefined) {
    throw new SyntaxError(
      `${JSON.stringify(text.slice(0, 40))} is no reference; write {{name}}, {{item.name}}, {{resources.key}} or {{index:000}}`,
    )
  }
  return { root, path: path.split('.').slice(1), digits: zeros.length }
}

/** A reference as it is written. */
export function written({ root, path }: Reference): string {
  return `{{${[root, ...path].join('.')}}}`
}
