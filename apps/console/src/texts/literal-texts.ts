import { parseAst } from 'vitest/node'

/** A text for readers that is not in the catalogue. */
export interface LiteralText {
  readonly line: number
  readonly text: string
}

type Node = { readonly type: string; readonly start: number } & Record<string, unknown>

/** Names of attributes and properties whose values are shown to readers. */
const READ =
  /^(alt|title|label|lead|placeholder|description|caption|header|message|hint|what|keep|done|summary|heading|note|detail|legend|belowOnPhone|aria-(label|description|roledescription|valuetext)|\w+(Label|Title|Message|Text|Placeholder))$/

/** Exceptions: a heading level, or a size. */
const NOT_READ = /^(h[1-6]|xs|sm|md|lg|xl)$/

const LETTER = /\p{L}/u
/** Two words, or a word that ends like a sentence. Names, paths and CSS values never match. */
const PROSE = /\p{L}{2,}[,;:]? \p{L}|^\p{Lu}\p{L}+[.?!…]$/u

/** Words that pages show alone, for a value that is missing or on a button. */
const ALONE = /^(Never|None|Cancel|Save|Close|Delete|Edit|Copied)$/

/** A word next to a blank: the text of a template around its values. */
const WORD = /\p{L}{2,} | \p{L}{2,}/u

/** Nodes whose literals are only for machines and developers: imports and types. */
const UNSEEN = /^(ImportDeclaration|ExportAllDeclaration|TS(?!As|Satisfies|NonNull)\w+)$/

/**
 * Finds the literal texts in a source: in elements, in what {@link READ} names, and prose anywhere. Other single words
 * cannot be told from names and are not found.
 */
export function literalTexts(source: string): LiteralText[] {
  const found: LiteralText[] = []
  const lineOf = (node: Node) => source.slice(0, node.start).split('\n').length

  function visit(node: Node, isRead: boolean) {
    if (UNSEEN.test(node.type) || isThrown(node) || isDirective(node)) return
    const text = textOf(node)
    const prose = node.type === 'TemplateLiteral' ? WORD : PROSE
    if (text !== undefined && (isRead ? isWords(text) : prose.test(text) || ALONE.test(text))) {
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

/** The text of a literal, with `…` in place of values. */
function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return node.value as string
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('…')
}

/** Whether readers see the value of a node's child. */
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

/** Whether the child is the name in a pair of name and value: `['Created', exactTime(createdAt)]`. */
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
