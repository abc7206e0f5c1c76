/** Elements of a list of plain values that are written at once. */
const STRIDE = 2048
/** Levels that are written part by part: of a page, its items. */
const DEPTH = 2

/**
 * JSON.stringify for long answers, which can be interrupted: it yields between the elements of lists and the members of
 * the outer objects. `write` writes a part; its text for a list begins and ends with a bracket.
 */
export function* writeJson(
  value: unknown,
  write: (part: unknown) => string = JSON.stringify,
  depth = DEPTH,
): Generator<void, string> {
  if (typeof value !== 'object' || value === null || depth === 0 || hasOwnText(value)) {
    return write(value)
  }
  if (Array.isArray(value)) return yield* writeList(value, write, depth)
  const parts: string[] = []
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    parts.push(`${JSON.stringify(name)}:${yield* writeJson(member, write, depth - 1)}`)
    yield
  }
  return `{${parts.join(',')}}`
}

/** Of a Date, and what else says itself how it is written. */
function hasOwnText(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function'
}

function* writeList(
  list: readonly unknown[],
  write: (part: unknown) => string,
  depth: number,
): Generator<void, string> {
  const isPlain = typeof list[0] !== 'object' || list[0] === null
  const parts: string[] = []
  if (!isPlain) {
    for (const element of list) {
      parts.push((yield* writeJson(element, write, depth - 1)) ?? 'null')
      yield
    }
    return `[${parts.join(',')}]`
  }
  for (let from = 0; from < list.length; from += STRIDE) {
    parts.push(write(list.slice(from, from + STRIDE)).slice(1, -1))
    yield
  }
  return `[${parts.join(',')}]`
}
