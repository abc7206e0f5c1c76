'use client'

import { useDeferredValue, useMemo } from 'react'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { JsonEditor } from '#json-editor/json-editor.tsx'
import { texts } from '#texts/templates-editor.ts'
import { documentFaults } from './document.ts'
import { faultsIn, type TemplateValues } from './kind.ts'

/** The editor of a template's document. The contract's errors show while typing, the server's after submitting. */
export function DocumentField({ form }: { form: ResourceFormOf<TemplateValues> }) {
  const { errors, values } = form
  const text = useDeferredValue(values.document)
  const found = useMemo(() => documentFaults(text), [text])
  const reported = useMemo(() => faultsIn(errors), [errors])

  function change(document: string) {
    form.setValues({ document })
    // The server's errors refer to the previous text.
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
