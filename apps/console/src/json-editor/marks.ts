import { jsonParseLinter } from '@codemirror/lang-json'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { Fault } from '@sluice/contract'
import { rangeOf } from './pointer-range.ts'

/** A fault with its position in the document. */
export interface Mark extends Fault {
  readonly from: number
  readonly to: number
  /** 1-based. */
  readonly line: number
}

const parse = jsonParseLinter()

/** The syntax errors of the document, or else the given faults. */
export function marksOf(view: EditorView, faults: readonly Fault[]): Mark[] {
  const { doc } = view.state
  const broken = parse(view)
  const found =
    broken.length > 0
      ? broken.map(({ from, to, message }) => ({ pointer: '', detail: message, from, to }))
      : faults.map((fault) => ({ ...fault, ...rangeOf(view.state, fault.pointer) }))
  return found
    .map((mark) => ({ ...mark, line: doc.lineAt(mark.from).number }))
    .toSorted((a, b) => a.from - b.from)
}

export function diagnosticOf({ from, to, pointer, detail }: Mark): Diagnostic {
  return { from, to, severity: 'error', message: `${pointer} ${detail}`.trim() }
}
