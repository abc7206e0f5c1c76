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

const BRACES = /(\{\{.*?\}\})/s
const FORM = /^\{\{\s*([A-Za-z]\w*)((?:\.[\w-]+)*)(?::(0{1,15}))?\s*\}\}$/

/** Cuts a text at its references. Throws a `SyntaxError` that says what is no reference. */
export function partsOf(text: string): Parts {
  return text
    .split(BRACES)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{{') ? parse(part) : part))
}

function parse(text: string): Reference {
  const [, root, path = '', zeros = ''] = FORM.exec(text) ?? []
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
