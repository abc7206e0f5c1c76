/**
 * What compiling a pattern costs at most, in instructions of its program, without compiling it. RE2 copies what is
 * repeated, so 400 characters in `(…){1000}` become 400,000 instructions and a second of work. Unicode classes and, if
 * case is ignored, ranges take as long as many instructions.
 *
 * One pass over RE2's syntax: each group sums up its parts, and a repetition multiplies the part before it. Patterns
 * with other syntax are refused by RE2 before they are compiled, so that their cost does not matter.
 */
export function patternCost(pattern: string): number {
  const folds = /\(\?[a-zA-Z-]*i/.test(pattern)
  const groups: Group[] = [{ sum: FRAME, last: 0, own: 0 }]
  let reading = 0
  for (let at = 0; at < pattern.length; ) {
    const group = groups.at(-1) as Group
    const token = tokenAt(pattern, at)
    at += token.length
    reading += readingCost(token, folds)
    const [first, second] = token
    if (first === '(' && token.endsWith(')')) continue
    if (first === '(') groups.push({ sum: 0, last: 0, own: token.endsWith(':') ? 1 : 2 })
    else if (first === ')') close(groups)
    else if ('*+?'.includes(token)) repeat(group, 0, 1)
    else if (first === '{' && token.length > 1) repeat(group, ...timesOf(token))
    else add(group, second === 'Q' ? token.length : 1)
  }
  while (groups.length > 1) close(groups)
  return reading + (groups[0]?.sum ?? 0)
}

/** Instructions of every program. */
const FRAME = 3
/** What takes as long to read as that many instructions to make: a group, a Unicode class, a range without case. */
const [GROUP, UNICODE, FOLDED_UNICODE, FOLDED_RANGE] = [8, 50, 500, 1000]

interface Group {
  sum: number
  /** The part of the sum that a repetition would multiply. */
  last: number
  /** Its own instructions. */
  readonly own: number
}

function add(group: Group, cost: number): void {
  group.sum += cost
  group.last = cost
}

/** Copies the last part, each optional copy with an instruction of its own. */
function repeat(group: Group, least: number, optional: number): void {
  const repeated = Math.max(1, least * group.last + optional * (group.last + 1))
  group.sum += repeated - group.last
  group.last = repeated
}

function close(groups: Group[]): void {
  const closed = groups.length > 1 ? groups.pop() : undefined
  if (closed) add(groups.at(-1) as Group, closed.sum + closed.own)
}

const tokens = [
  /\\Q/y,
  /\\[pPx]\{[^}]*\}/y,
  /\\[\s\S]/y,
  /\((?:\?P?<[^>]*>|\?[a-zA-Z-]*[:)])?/y,
  /\{(?:0|[1-9]\d*)(?:,(?:0|[1-9]\d*)?)?\}/y,
]

function tokenAt(pattern: string, at: number): string {
  if (pattern[at] === '[') return pattern.slice(at, endOfClass(pattern, at))
  for (const token of tokens) {
    token.lastIndex = at
    const [found] = token.exec(pattern) ?? []
    if (found === '\\Q') return pattern.slice(at, endOf(pattern, '\\E', at))
    if (found !== undefined) return found
  }
  return pattern.charAt(at)
}

function endOf(pattern: string, end: string, from: number): number {
  const at = pattern.indexOf(end, from)
  return at < 0 ? pattern.length : at + end.length
}

/** A bracket at the start is a member of the class, and a named class such as `[:alpha:]` has brackets of its own. */
function endOfClass(pattern: string, start: number): number {
  let at = start + (pattern[start + 1] === '^' ? 2 : 1)
  for (let isFirst = true; at < pattern.length; isFirst = false) {
    if (pattern[at] === ']' && !isFirst) return at + 1
    if (pattern.startsWith('[:', at) && pattern.includes(':]', at)) at = endOf(pattern, ':]', at)
    else at += pattern[at] === '\\' ? 2 : 1
  }
  return at
}

function readingCost(token: string, folds: boolean): number {
  if (token.startsWith('(')) return GROUP
  if (!/^(\[|\\p)/i.test(token)) return 0
  const classes = (token.match(/\\p/gi)?.length ?? 0) * (folds ? FOLDED_UNICODE : UNICODE)
  // Ranges that end with an ASCII character are short.
  const ranges = folds ? (token.match(/-(?=[^ -~]|\\)/g)?.length ?? 0) : 0
  return classes + ranges * FOLDED_RANGE + (token.length >> 3)
}

function timesOf(token: string): [least: number, optional: number] {
  const [least = 0, most = least] = token.slice(1, -1).split(',').map(Number)
  // Without a maximum, the last copy is repeated.
  return token.endsWith(',}') ? [least, 1] : [least, Math.max(0, most - least)]
}
