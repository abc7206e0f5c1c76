import { Section } from '#frame/section.tsx'
import { texts } from '#texts/reference.tsx'
import { type Answer, type ApiDocument, type ApiOperation, resolved } from './document.ts'
import { Field, Fields } from './fields.tsx'
import classes from './reference.module.css'
import { schemaWords } from './schema-words.ts'
import { type PastedKey, TryIt } from './try-it.tsx'
import { Words } from './words.tsx'

interface OperationViewProps {
  readonly document: ApiDocument
  readonly operation: ApiOperation
  readonly pasted: PastedKey
}

/** One operation: its description, parameters and responses, and a form to try it. */
export function OperationView({ document, operation, pasted }: OperationViewProps) {
  const { method, path, summary, description, parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json']?.schema
  return (
    <article className={classes.operation}>
      <h2 className={classes.title}>{summary}</h2>
      <p className={classes.path}>
        <code>
          {method} {path}
        </code>
      </p>
      <Words text={description} />
      {parameters.length > 0 && (
        <Section title={texts.parameters}>
          <ul className={classes.fields}>
            {parameters.map((parameter) => (
              <Field
                key={`${parameter.in} ${parameter.name}`}
                name={parameter.name}
                kind={texts.parameterKind[parameter.in](
                  schemaWords(document, parameter.schema ?? {}),
                )}
                isRequired={parameter.required ?? false}
                description={parameter.description}
              />
            ))}
          </ul>
        </Section>
      )}
      {body && (
        <Section title={texts.body}>
          <Fields document={document} schema={body} />
        </Section>
      )}
      <Section title={texts.answers}>
        {Object.entries(responses).map(([status, answer]) => (
          <AnswerView
            key={status}
            status={status}
            answer={resolved<Answer>(document, answer)}
            document={document}
          />
        ))}
      </Section>
      <Section title={texts.trial.title}>
        {requestBody && !body ? (
          <p className={classes.words}>{texts.trial.binary}</p>
        ) : (
          <TryIt key={operation.operationId} operation={operation} pasted={pasted} />
        )}
      </Section>
    </article>
  )
}

interface AnswerViewProps {
  readonly status: string
  readonly answer: Answer
  readonly document: ApiDocument
}

function AnswerView({ status, answer, document }: AnswerViewProps) {
  const [title = '', ...advice] = answer.description.split('\n\n')
  const schema = answer.content?.['application/json']?.schema
  return (
    <details className={classes.answer}>
      <summary>
        <code>{status}</code> {title}
      </summary>
      {advice.length > 0 && <Words text={advice.join('\n\n')} />}
      {schema && <Fields document={document} schema={schema} />}
    </details>
  )
}
