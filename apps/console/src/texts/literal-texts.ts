import { parseAst } from 'vitest/node'

/** A text that people read, where it should come from the catalogue. */
export interface LiteralText {
  readonly line: number
  readonly text: string
}

type Node = { readonly type: string; readonly start: number } & Record<string, unknown>

/** Attributes of elements, and properties of objects, that hold what people read. */
const READ =
  /^(alt|title|label|lead|placeholder|description|caption|header|message|hint|what|keep|done|summary|heading|note|detail|legend|aria-(label|description|roledescription|valuetext)|\w+(Label|Title|Message|Text|Placeholder))$/

/** A heading is also a level of headings, and a detail a size. */
const NOT_READ = /^(h[1-6]|xs|sm|md|lg|xl)$/

const LETTER = /\p{L}/u
/** Two words, or a word that ends as a sentence does: in no name, path, or value of a stylesheet. */
const PROSE = /\p{L}{2,}[,;:]? \p{L}|^\p{Lu}\p{L}+[.?!…]$/u

/** A word beside a blank: what a template says around its values. */
const WORD = /\p{L}{2,} | \p{L}{2,}/u

/** What machines and developers read: an error that is thrown, a line of the log, a type. */
const UNSEEN = /^(ImportDeclaration|ExportAllDeclaration|TS(?!As|Satisfies|NonNull)\w+)$/

/**
 * Finds the literal texts of a source: in elements, in what {@link READ} names, and prose wherever it stands. What is in
 * none of them, such as a single word in a table of words, it cannot tell from a name.
 */
export function literalTexts(source: string): LiteralText[] {
  const found: LiteralText[] = []
  const lineOf = (node: Node) => source.slice(0, node.start).split('\n').length

  function visit(node: Node, isRead: boolean) {
    if (UNSEEN.test(node.type) || isThrown(node) || isDirective(node)) return
    const text = textOf(node)
    const prose = node.type === 'TemplateLiteral' ? WORD : PROSE
    if (text !== undefined && (isRead ? isWords(text) : prose.test(text))) {
      found.push({ line: lineOf(node), text: text.trim() })
    }
    for (const child of childrenOf(node)) visit(child, reads(node, child, isRead))
  }

  visit(parseAst(source, { lang: 'tsx' }) as unknown as Node, false)
  return found
}

const isWords = (text: string) => LETTER.test(text) && !NOT_READ.test(text)

const isThrown = ({ type, callee }: Node) =>
  type === 'NewExpression' && /Error$/.test(String((callee as Node).name))

const isDirective = ({ type, directive }: Node) =>
  type === 'ExpressionStatement' && typeof directive === 'string'

/** What a literal says, its values left out. */
function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return node.value as string
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('…')
}

/** Whether people read what a child of a node evaluates to. */
function reads(node: Node, child: Node, isRead: boolean): boolean {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return child.type !== 'JSXOpeningElement'
    case 'JSXAttribute':
      return child === node.value && READ.test(String((node.name as Node).name))
    case 'Property':
      return child === node.value && READ.test(keyOf(node.key as Node))
    case 'ArrayExpression':
      return isRead || isNameOfPair(node, child)
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
      return isRead
    case 'ConditionalExpression':
      return isRead && child !== node.test
    case 'LogicalExpression':
      return isRead && child === node.right
    case 'BinaryExpression':
      return isRead && node.operator === '+'
    default:
      return false
  }
}

/** The name in a pair of a name and its value, as lists of facts have them: `['Created', exactTime(createdAt)]`. */
function isNameOfPair({ elements }: Node, child: Node): boolean {
  const [name, value, ...rest] = elements as readonly Node[]
  if (child !== name || value === undefined || rest.length > 0) return false
  return /^\p{Lu}\p{Ll}/u.test(textOf(name) ?? '')
}

const keyOf = (key: Node) => String(key.type === 'Literal' ? key.value : key.name)

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
