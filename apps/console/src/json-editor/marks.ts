import { jsonParseLinter } from '@codemirror/lang-json'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { Fault } from '@sluice/contract'
import { rangeOf } from './pointer-range.ts'

/** A fault and where in the document it is. */
export interface Mark extends Fault {
  readonly from: number
  readonly to: number
  /** From 1. */
  readonly line: number
}

const parse = jsonParseLinter()

/** What is wrong with the document: its syntax, else the faults that are known of it. */
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
