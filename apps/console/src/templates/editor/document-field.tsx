'use client'

import { useWindowEvent } from '@mantine/hooks'
import { useDeferredValue, useMemo } from 'react'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { JsonEditor } from '#json-editor/json-editor.tsx'
import { texts } from '#texts/templates-editor.ts'
import { documentFaults } from './document.ts'
import { faultsIn, type TemplateValues } from './kind.ts'

/** A template's document. The contract's faults show while one types, the server's after it was sent. */
export function DocumentField({ form }: { form: ResourceFormOf<TemplateValues> }) {
  const { errors, values } = form
  const text = useDeferredValue(values.document)
  const found = useMemo(() => documentFaults(text), [text])
  const reported = useMemo(() => faultsIn(errors), [errors])

  // A document is work: the browser asks before it is lost with the tab.
  useWindowEvent('beforeunload', (event) => {
    if (form.isDirty()) event.preventDefault()
  })

  function change(document: string) {
    form.setValues({ document })
    // What the server said was about another text.
    form.clearErrors()
  }

  return (
    <JsonEditor
      label={texts.document.label}
      description={texts.document.hint}
      value={values.document}
      faults={found.length > 0 ? found : reported}
      onChange={change}
    />
  )
}
