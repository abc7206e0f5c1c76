import { type Fault, type Template, templateDraft } from '@sluice/contract'
import { faultsOf } from '#data/faults.ts'
import { texts } from '#texts/templates-editor.ts'

type Document = Pick<Template, 'parameters' | 'resources'>

/** The part of a template that is written as JSON: what an apply is given, and what it makes. */
const documentSchema = templateDraft.pick({ parameters: true, resources: true })

/** A template's document as text, without what is empty and means nothing. */
export function documentText({ parameters, resources }: Document): string {
  const lean = {
    parameters: parameters.map(({ description, schema, ...parameter }) => ({
      ...parameter,
      ...(description !== '' && { description }),
      ...(!isEmpty(schema) && { schema }),
    })),
    resources: resources.map(({ properties, ...resource }) => ({
      ...resource,
      ...(!isEmpty(properties) && { properties }),
    })),
  }
  return JSON.stringify(lean, null, 2)
}

/** The object of a document's text; undefined where it is none. */
export function readDocument(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What the contract refuses of a document, by pointers into it. Its syntax is the editor's business. */
export function documentFaults(text: string): Fault[] {
  const value = readDocument(text)
  if (!value) return [{ pointer: '', detail: texts.document.form }]
  const { error } = documentSchema.safeParse(value)
  if (!error) return []
  return faultsOf(error).map(({ pointer, detail }) => ({
    pointer: pointer.slice('/body'.length),
    detail,
  }))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmpty(value: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(value).length === 0
}
