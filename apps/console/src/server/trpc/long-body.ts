import { callLimits } from '@sluice/contract'
import { isLongJson, parseJson, parseLongJson } from '@sluice/runtime'
import { TRPCError } from '@trpc/server'

const { bodyValues: values, bodyMembers: members, bodyName: name, depth } = callLimits
const bounds = { values, members, name, depth: 2 * depth }

/** Makes tRPC parse a long body without blocking the event loop. */
export function withLongBody(request: Request): Request {
  request.json = async () => {
    const bytes = Buffer.from(await request.arrayBuffer())
    try {
      return isLongJson(bytes) ? await parseLongJson(bytes, bounds) : parseJson(bytes)
    } catch (cause) {
      throw new TRPCError({ code: 'PARSE_ERROR', message: 'The body cannot be read.', cause })
    }
  }
  return request
}
