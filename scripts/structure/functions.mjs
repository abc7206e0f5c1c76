/** @typedef {{ path: string, name: string, line: number, lines: number }} LongFunction */

const HEAD =
  /^(\s*)(?:export\s+)?(?:default\s+)?(?:async\s+)?function\*?\s+(\w+)|^(\s*)(?:export\s+)?const\s+(\w+)\s*=\s*(?:async\s*)?\([^=]*=>\s*\{$/

/**
 * The functions of a file that Biome's layout shows: one begins at its head and ends at the closing brace in the same column.
 *
 * @param {{ path: string, text: string }} source
 * @returns {LongFunction[]}
 */
export function functionsOf({ path, text }) {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const [, column = '', name, column2 = '', name2] = HEAD.exec(line) ?? []
    if (name === undefined && name2 === undefined) return []
    const end = `${column || column2}}`
    const length = lines.slice(at + 1).indexOf(end)
    return length < 0 ? [] : [{ path, name: name ?? name2 ?? '', line: at + 1, lines: length + 2 }]
  })
}
