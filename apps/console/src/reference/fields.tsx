import type { ReactNode } from 'react'
import { texts } from '#texts/reference.tsx'
import type { ApiDocument, Schema } from './document.ts'
import classes from './reference.module.css'
import { fieldsWithin, schemaWords } from './schema-words.ts'

interface FieldProps {
  readonly name: string
  readonly kind: string
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly children?: ReactNode
}

/** One parameter or field: name, type and description. */
export function Field({ name, kind, isRequired, description, children }: FieldProps) {
  return (
    <li className={classes.field}>
      <code className={classes.name}>{name}</code> <span className={classes.kind}>{kind}</span>
      {isRequired && <span className={classes.required}>{texts.required}</span>}
      {description && <p className={classes.words}>{description}</p>}
      {children}
    </li>
  )
}

/** The fields of a schema; nested ones are collapsed. `depth` stops recursive schemas. */
export function Fields(props: { document: ApiDocument; schema: Schema; depth?: number }) {
  const { document, schema, depth = 0 } = props
  const within = fieldsWithin(document, schema)
  if (!within?.properties) return <p className={classes.kind}>{schemaWords(document, schema)}</p>
  return (
    <ul className={classes.fields}>
      {Object.entries(within.properties).map(([name, field]) => (
        <Field
          key={name}
          name={name}
          kind={schemaWords(document, field)}
          isRequired={within.required?.includes(name) ?? false}
          description={field.description}
        >
          {depth < 4 && fieldsWithin(document, field)?.properties && (
            <details>
              <summary>{texts.fields}</summary>
              <Fields document={document} schema={field} depth={depth + 1} />
            </details>
          )}
        </Field>
      ))}
    </ul>
  )
}
