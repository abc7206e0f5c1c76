import { unmet } from '@sluice/core'
import { Problem } from '@sluice/runtime'
import { texts } from '#texts/server.ts'
import { type Ask, askAsAdmitted } from '../callers/ask-as-admitted.ts'
import { httpContext } from '../trpc/context.ts'
import { csvResponse, refusal, textOf } from './csv-response.ts'

interface CsvDownload {
  /** From the URL. */
  readonly organizationId: string
  readonly filename: string
  readonly pages: (ask: Ask) => AsyncGenerator<Uint8Array, void>
}

/** Streams a CSV file of an organization to a signed-in member, for as long as they are a member. */
export async function csvDownload(
  request: Request,
  { organizationId, filename, pages }: CsvDownload,
): Promise<Response> {
  const answer = new Headers({ 'Cache-Control': 'no-store' })
  const context = await httpContext(request, answer, { organizationId }).catch(refusal)
  if (context instanceof Problem) return textOf(context, answer)
  const { session, actor, headers, requestId, address } = context
  if (!session) {
    return new Response(`${texts.signInToExport}\n`, { status: 401, headers: answer })
  }
  if (context.unmet) return textOf(unmet(context.unmet), answer)
  if (!actor) {
    return new Response(`${texts.noOrganization}\n`, { status: 404, headers: answer })
  }
  const ask = askAsAdmitted({ headers, organizationId, requestId, address })
  return csvResponse(pages(ask), filename, answer, requestId)
}
