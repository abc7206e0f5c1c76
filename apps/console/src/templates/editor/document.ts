import { type Fault, type Template, templateDraft } from '@sluice/contract'
import { escaped, faultsOf } from '#data/faults.ts'
import { lostInteger } from '#form/json.ts'
import { texts as formTexts } from '#texts/form.ts'
import { texts } from '#texts/templates-editor.ts'

type Document = Pick<Template, 'parameters' | 'resources'>

/** The part of a template that is edited as JSON: its parameters and resources. */
const documentSchema = templateDraft.pick({ parameters: true, resources: true })

/** A template's document as text, without empty optional members. */
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

/** Parses a document; undefined if it is not a JSON object. */
export function readDocument(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Validates a document against the contract; faults have pointers into it. The editor reports syntax errors itself. */
export function documentFaults(text: string): Fault[] {
  const value = readDocument(text)
  if (!value) return [{ pointer: '', detail: texts.document.form }]
  const { error } = documentSchema.safeParse(value)
  return [...lostDigits(text, value), ...(error ? faultsOf(error, '') : [])]
}

/** An integer that the document would change, because a number cannot hold all of its digits. */
export function lostDigits(text: string, value: unknown): Fault[] {
  const lost = lostInteger(text)
  if (lost === undefined) return []
  return [
    { pointer: pointerTo(Number(lost), value) ?? '', detail: formTexts.json.lostDigits(lost) },
  ]
}

/** The pointer to the first of a number within a value. */
function pointerTo(number: number, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return value === number ? '' : undefined
  for (const [name, inner] of Object.entries(value)) {
    const below = pointerTo(number, inner)
    if (below !== undefined) return `/${escaped(name)}${below}`
  }
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmpty(value: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(value).length === 0
}
