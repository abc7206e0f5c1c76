'use client'

import { UnstyledButton } from '@mantine/core'
import type { Fault } from '@sluice/contract'
import { useId } from 'react'
import { texts } from '#texts/json-editor.tsx'

import classes from './json-editor.module.css'
import type { Mark } from './marks.ts'
import { useJsonEditor } from './use-json-editor.ts'

interface JsonEditorProps {
  readonly label: string
  readonly description: string
  /** The initial text; afterwards the text last passed to `onChange`. */
  readonly value: string
  /** Faults of the document, with JSON pointers into it. */
  readonly faults: readonly Fault[]
  readonly onChange: (text: string) => void
}

/** Faults in the list; all of them are marked in the document. */
const LISTED = 8

/** A JSON editor that marks faults in their lines and lists them below. */
export function JsonEditor({ label, description, value, faults, onChange }: JsonEditorProps) {
  const id = useId()
  const labelledBy = `${id}-label`
  const describedBy = `${id}-description`
  const editor = useJsonEditor({ value, faults, labelledBy, describedBy, onChange })
  return (
    <div>
      <div id={labelledBy} className={classes.label}>
        {label}
      </div>
      <div id={describedBy} className={classes.description}>
        {description}
      </div>
      <div ref={editor.host} className={classes.editor} />
      <div role="status">
        <Marks marks={editor.marks} onChoose={editor.goTo} />
      </div>
    </div>
  )
}

interface MarksProps {
  readonly marks: readonly Mark[]
  readonly onChoose: (mark: Mark) => void
}

function Marks({ marks, onChoose }: MarksProps) {
  if (marks.length === 0) return null
  return (
    <ul className={classes.marks}>
      {marks.slice(0, LISTED).map((mark) => (
        <li key={`${mark.pointer} ${mark.detail}`}>
          <UnstyledButton className={classes.mark} onClick={() => onChoose(mark)}>
            {texts.fault(mark.line, mark.pointer, mark.detail)}
          </UnstyledButton>
        </li>
      ))}
      {marks.length > LISTED && <li>{texts.more(marks.length - LISTED)}</li>}
    </ul>
  )
}
