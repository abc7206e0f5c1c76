import { type Call, type Fault, operations, type Template, templateDraft } from '@sluice/contract'
import {
  type CommonValues,
  commonOf,
  emptyCommon,
  fieldOf as fieldOfCommon,
  readCommon,
} from '#form/common-values.ts'
import { makeFaults } from '#form/reading.ts'
import type { ResourceKind } from '#form/resource-kind.ts'
import { texts as kinds } from '#texts/kinds.ts'
import { texts } from '#texts/templates-editor.ts'
import { documentText, lostDigits, readDocument } from './document.ts'

export interface TemplateValues extends CommonValues {
  /** Parameters and resources, as JSON. */
  document: string
}

export type TemplateDraft = Call<'templates.create'>['body']

/** A new template starts with the example from the API reference. */
const example = templateDraft.parse(operations['templates.create'].example?.body)

export const templateKind: ResourceKind<TemplateValues, TemplateDraft, Template> = {
  words: kinds.template,
  create: 'templates.create',
  update: 'templates.update',
  empty: () => ({
    ...emptyCommon(),
    document: documentText(example),
  }),
  valuesOf: (template) => ({ ...commonOf(template), document: documentText(template) }),
  read(values) {
    const { faults, add } = makeFaults()
    const common = readCommon(values, add)
    const document = readDocument(values.document)
    if (!document) add('document', texts.document.notJson)
    // Unknown members are rejected here, even names of the fields above such as `name`, which the schema would accept.
    for (const name of Object.keys(document ?? {})) {
      if (!parts.includes(name)) add(`document/${name}`, texts.document.notPart)
    }
    for (const { pointer, detail } of lostDigits(values.document, document)) {
      add(`document${pointer}`, detail)
    }
    const body: object = { parameters: [], ...document, ...common }
    return { body: body as TemplateDraft, faults }
  },
}

const parts: readonly string[] = ['parameters', 'resources']

/** Prefix of form errors that are shown in the document; a JSON pointer follows. */
const inDocument = 'document#'

/** Assigns faults of the document to the document, by pointer, and others to their fields. */
export function fieldOf(values: TemplateValues, path: string, pointer: string) {
  const [first = ''] = path.split('.', 1)
  if (parts.includes(first)) return inDocument + pointer.slice('/body'.length)
  if (first === 'document') return inDocument + pointer.slice('/body/document'.length)
  return fieldOfCommon(values, path)
}

/** Extracts the faults of the document from a form's errors. */
export function faultsIn(errors: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(errors).flatMap(([field, detail]) =>
    field.startsWith(inDocument)
      ? [{ pointer: field.slice(inDocument.length), detail: String(detail) }]
      : [],
  )
}
