import { type UserActor, unmet } from '@sluice/core'
import { Problem } from '@sluice/runtime'
import { texts } from '#texts/server.ts'
import { csvResponse, refusal, textOf } from './csv-response.ts'
import { httpContext } from './trpc/context.ts'

interface CsvCaller {
  readonly actor: UserActor
  readonly requestId: string
  readonly address: string | null
}

interface CsvDownload {
  /** Of the address. */
  readonly organizationId: string
  readonly filename: string
  readonly pages: (caller: CsvCaller) => AsyncGenerator<string, void>
}

/** A file of an organization's, for a signed-in member of it only. */
export async function csvDownload(
  request: Request,
  { organizationId, filename, pages }: CsvDownload,
): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const context = await httpContext(request, headers, { organizationId }).catch(refusal)
  if (context instanceof Problem) return textOf(context, headers)
  const { session, actor, requestId, address } = context
  if (!session) {
    return new Response(`${texts.signInToExport}\n`, { status: 401, headers })
  }
  if (context.unmet) return textOf(unmet(context.unmet), headers)
  if (!actor) {
    return new Response(`${texts.noOrganization}\n`, { status: 404, headers })
  }
  return csvResponse(pages({ actor, requestId, address }), filename, headers)
}
