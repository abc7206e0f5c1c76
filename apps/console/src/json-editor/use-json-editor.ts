'use client'

import { setDiagnostics } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import type { Fault } from '@sluice/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { jsonExtensions } from './extensions.ts'
import { diagnosticOf, type Mark, marksOf } from './marks.ts'

interface EditorOptions {
  readonly value: string
  readonly faults: readonly Fault[]
  readonly labelledBy: string
  readonly describedBy: string
  readonly onChange: (text: string) => void
}

/** Mounts the editor in `host`. `value` is only its initial text; afterwards the editor owns the text. */
export function useJsonEditor(options: EditorOptions) {
  const { value, faults, labelledBy, describedBy } = options
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const [marks, setMarks] = useState<readonly Mark[]>([])
  const changed = useEffectEvent(options.onChange)
  const start = useEffectEvent(() => value)

  useEffect(() => {
    if (!host.current) return
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.state.doc.toString())
    })
    const extensions = [jsonExtensions({ labelledBy, describedBy }), listener]
    const editor = new EditorView({ doc: start(), extensions, parent: host.current })
    view.current = editor
    return () => editor.destroy()
  }, [labelledBy, describedBy])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wrong depends on the text too.
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const found = marksOf(editor, faults)
    editor.dispatch(setDiagnostics(editor.state, found.map(diagnosticOf)))
    setMarks(found)
  }, [faults, value])

  function goTo({ from }: Mark) {
    view.current?.dispatch({ selection: { anchor: from }, scrollIntoView: true })
    view.current?.focus()
  }

  return { host, marks, goTo }
}
