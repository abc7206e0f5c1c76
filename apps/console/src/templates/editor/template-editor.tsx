'use client'

import { CommonFields } from '#form/common-fields.tsx'
import { ResourceForm, type ResourceFormProps } from '#form/resource-form.tsx'
import { DocumentField } from './document-field.tsx'
import { fieldOf, type TemplateValues } from './kind.ts'
import classes from './template-editor.module.css'

type TemplateEditorProps<Body extends object> = Omit<
  ResourceFormProps<TemplateValues, Body>,
  'children' | 'fieldOf'
> & { readonly isNew: boolean }

/** The form of a template: fields for name and labels, and an editor for the document. */
export function TemplateEditor<Body extends object>({ isNew, ...form }: TemplateEditorProps<Body>) {
  return (
    <div className={classes.form}>
      <ResourceForm {...form} fieldOf={fieldOf}>
        {(fields) => (
          <>
            <CommonFields isNew={isNew} input={(field) => fields.getInputProps(field)} />
            <DocumentField form={fields} />
          </>
        )}
      </ResourceForm>
    </div>
  )
}
