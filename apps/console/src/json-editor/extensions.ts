import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { diagnosticCount, lintGutter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'

interface Naming {
  readonly labelledBy: string
  readonly describedBy: string
}

/** An editor of JSON. The tab key leaves it, so that nobody is caught in it. */
export function jsonExtensions({ labelledBy, describedBy }: Naming): Extension[] {
  return [
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    json(),
    syntaxHighlighting(classHighlighter),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of((view) => ({
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-invalid': diagnosticCount(view.state) > 0 ? 'true' : 'false',
      spellcheck: 'false',
      // Editable content takes the focus anyway; said, so that those who look for it find it.
      tabindex: '0',
    })),
  ]
}
