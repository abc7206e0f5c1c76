export const texts = {
  title: 'API reference',
  lead: (url: string, document: string) => (
    <>
      Every operation of <code>{url}</code>, from its <a href={document}>OpenAPI document</a>.
    </>
  ),
  failed: 'The API reference could not be loaded',
  answered: (status: number) => `The API answered ${status}.`,
  search: 'Search operations',
  nothingFound: 'Nothing found',
  operations: 'Operations',
  parameters: 'Parameters',
  parameterKind: {
    path: (kind: string) => `${kind}, in the path`,
    query: (kind: string) => `${kind}, in the query`,
    header: (kind: string) => `${kind}, in the header`,
  },
  body: 'Body',
  answers: 'Responses',
  fields: 'Fields',
  required: 'required',
  /** Types of schemas. */
  kind: {
    oneOf: (values: string) => `one of ${values}`,
    or: ' or ',
    arrayOf: (kind: string) => `array of ${kind}`,
    object: 'object',
    any: 'any',
  },
  trial: {
    title: 'Try it',
    binary: 'The body is binary. Send it from a program.',
    key: 'API key',
    keyHint: 'It is sent to the API only, and not stored.',
    clear: (name: string) => `Clear ${name}`,
    send: 'Send',
    sendChange: 'Send and change data',
    failed: 'The API cannot be reached. Check its address and try again.',
    unsendable:
      'The key or a header has a character that cannot be sent, such as a typographic quote. Enter it again.',
    reply: (status: number, milliseconds: number) => (
      <>
        <code>{status}</code> in {milliseconds} ms
      </>
    ),
    replyBudget: (status: number, milliseconds: number, budget: string) => (
      <>
        <code>{status}</code> in {milliseconds} ms, budget left {budget}
      </>
    ),
    emptyReply: '(empty)',
  },
}
