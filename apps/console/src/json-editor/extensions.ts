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

/** CodeMirror extensions for JSON. The tab key is not bound, so the keyboard can leave the editor. */
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
      // Editable content is focusable anyway; the attribute lets code that looks for focusable elements find it.
      tabindex: '0',
    })),
  ]
}
