import { type MappingProtocol, plainExpressions } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import { type Mapping, mappingBy } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import type { KnownMapping } from '../known-things/index.ts'

interface Query {
  readonly mapping?: string | undefined
  readonly thing?: string | undefined
  readonly metric?: string | undefined
  readonly createMissing?: string | undefined
}

/** How a call's samples are mapped, and the type of things that it creates. */
export interface CalledMapping {
  readonly mapping: Mapping
  readonly createMissing: string | undefined
}

const plain = {
  influx: plainBy('influx'),
  prometheus: plainBy('prometheus'),
  otlp: plainBy('otlp'),
} as const satisfies Record<MappingProtocol, Mapping>

function plainBy(protocol: MappingProtocol): Mapping {
  const { thing, metric } = plainExpressions[protocol]
  return mappingBy(thing, metric)
}

/**
 * The mapping that a call names or contains, or else the organization's default. Using a mapping or a type for new
 * things needs no scope: they only decide names. Throws `invalid-request` for an unknown one.
 */
export async function calledMapping(
  { knownThings, actor }: Context,
  protocol: MappingProtocol,
  query: Query,
): Promise<CalledMapping> {
  const { mapping, thing, metric, createMissing } = query
  if (mapping !== undefined) {
    requireAlone(query)
    const found = await knownThings.mapping(actor.organization.id, mapping)
    if (found?.protocol !== protocol) throw noSuchMapping(protocol)
    return known(found, createMissing)
  }
  if (thing !== undefined || metric !== undefined) {
    const usual = plainExpressions[protocol]
    return { mapping: mappingBy(thing ?? usual.thing, metric ?? usual.metric), createMissing }
  }
  const found = await knownThings.defaultMapping(actor.organization.id, protocol)
  return found ? known(found, createMissing) : { mapping: plain[protocol], createMissing }
}

function known(found: KnownMapping, createMissing: string | undefined): CalledMapping {
  return {
    mapping: found.compiled,
    createMissing: createMissing ?? found.createMissing ?? undefined,
  }
}

function requireAlone(query: Query): void {
  const others = (['thing', 'metric'] as const).filter((name) => query[name] !== undefined)
  if (others.length === 0) return
  const detail = 'must be left out where a mapping is given'
  throw invalidRequest(others.map((name) => ({ pointer: `/query/${name}`, detail })))
}

function noSuchMapping(protocol: MappingProtocol) {
  const detail = `is not the id of a mapping of the protocol ${protocol}`
  return invalidRequest([{ pointer: '/query/mapping', detail }])
}
