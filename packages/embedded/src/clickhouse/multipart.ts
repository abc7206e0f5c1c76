import { collect } from './body.ts'
import { exception } from './exception.ts'
import type { QueryRequest } from './request.ts'

/** Whether the body is a form: @clickhouse/client sends parameters that are too long for a URL in one. */
export function isForm(contentType: string): boolean {
  return /^multipart\/form-data/i.test(contentType)
}

/** Adds the query and bound parameters of a form to the request. */
export async function withForm(
  query: QueryRequest,
  contentType: string,
  body: AsyncIterable<Buffer>,
): Promise<QueryRequest> {
  const form = await parse(await collect(body), contentType)
  const parameters = [...query.parameters]
  let sql = query.query
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw exception('NOT_IMPLEMENTED', 'External tables.')
    if (name === 'query') sql = value
    else if (/^param_\w+$/.test(name)) parameters.push([name, value])
    else throw exception('NOT_IMPLEMENTED', `The form field '${name}' is not supported here.`)
  }
  return { ...query, query: sql, parameters }
}

function parse(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<FormData> {
  const response = new Response(bytes, { headers: { 'Content-Type': contentType } })
  return response.formData().catch(() => {
    throw exception('BAD_ARGUMENTS', 'The body is not valid multipart/form-data.')
  })
}
