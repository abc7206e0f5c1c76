import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { pointerSteps } from '#data/faults.ts'

export interface Range {
  readonly from: number
  readonly to: number
}

type Node = ReturnType<typeof syntaxTree>['topNode']

/** Time limit for parsing the rest of a long document before placing a fault approximately. */
const PARSE_MS = 500

const values = new Set(['True', 'False', 'Null', 'Number', 'String', 'Object', 'Array'])

/**
 * The range of a pointer's value in a JSON document, limited to its first line. If the value is missing, the nearest
 * enclosing value is used.
 */
export function rangeOf(state: EditorState, pointer: string): Range {
  const { topNode } = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state)
  let node = valuesIn(topNode)[0]
  for (const step of pointerSteps(pointer)) {
    const inner = node && childOf(state, node, step)
    if (!inner) break
    node = inner
  }
  const { from, to } = node ?? topNode
  return { from, to: Math.min(to, state.doc.lineAt(from).to) }
}

function childOf(state: EditorState, node: Node, step: string): Node | undefined {
  if (node.name === 'Array') return valuesIn(node)[Number(step)]
  const property = node.getChildren('Property').find((candidate) => {
    const name = candidate.getChild('PropertyName')
    return name !== null && state.sliceDoc(name.from, name.to) === JSON.stringify(step)
  })
  return property && valuesIn(property)[0]
}

function valuesIn(node: Node): Node[] {
  const found: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (values.has(child.name)) found.push(child)
  }
  return found
}
