import type { ActorName, Input, OpenName, OperationName, Output } from '@sluice/contract'
import type { Timed } from '@sluice/telemetry'
import { auditedTransaction, listAuditEntries } from '../audit/index.ts'
import * as buckets from '../buckets/index.ts'
import type { Context, OpenContext } from '../context.ts'
import * as definitions from '../definitions/index.ts'
import * as fleets from '../fleets/index.ts'
import * as integrations from '../integrations/index.ts'
import * as keys from '../keys/index.ts'
import * as limits from '../limits/index.ts'
import * as mappings from '../mappings/index.ts'
import * as organizations from '../organizations/index.ts'
import * as sites from '../sites/index.ts'
import * as storage from '../storage/index.ts'
import * as telemetry from '../telemetry/index.ts'
import * as templates from '../templates/index.ts'
import * as things from '../things/index.ts'
import * as usage from '../usage/index.ts'
import { checkCall } from './check.ts'

type Handler<Name extends OperationName> = (
  ctx: Context,
  input: Input<Name>,
) => Answered<Output<Name>> | Promise<Answered<Output<Name>>>

type Answered<Out> = Out extends { timestamps: string[] } ? Timed<Out> : Out

/**
 * Milliseconds for handlers that write thousands of rows, or read all things of a type: more than a busy database
 * should ever need.
 */
const BULK_MS = 60_000

/** Runs a handler in one transaction with its audit entries. `timeout` is in milliseconds. */
function inTransaction<In, Out>(
  handler: (ctx: Context, input: In) => Promise<Out>,
  timeout?: number,
) {
  const run = (ctx: Context, input: In): Promise<Out> =>
    auditedTransaction(ctx.db, (db) => handler({ ...ctx, db }, input), timeout)
  return Object.assign(run, { transactional: true, timeout })
}

/**
 * {@link inTransaction} for a change of something that nodes cache. This node invalidates its cache, so that the caller
 * sees the change at once. Postgres notifies other nodes.
 */
function changing<In, Out>(
  handler: (ctx: Context, input: In) => Promise<Out>,
  forget: (ctx: Context, input: In) => void,
  timeout?: number,
) {
  const inOne = inTransaction(handler, timeout)
  const run = async (ctx: Context, input: In): Promise<Out> => {
    const output = await inOne(ctx, input)
    forget(ctx, input)
    return output
  }
  return Object.assign(run, { transactional: true, timeout, committed: forget })
}

function forgetKey(
  { knownKeys }: Context,
  { params }: Input<'keys.update' | 'keys.revoke' | 'keys.rotate'>,
): void {
  knownKeys.forget(params.keyId)
}

function forgetOrganization({ knownThings, actor }: Context): void {
  knownThings.forgetOrganization(actor.organization.id)
}

function forgetThing(
  { knownThings, actor }: Context,
  { params }: Input<'things.update' | 'things.delete'>,
): void {
  knownThings.forgetThing(actor.organization.id, params.thingId)
}

function forgetSite({ knownThings, actor }: Context, { params }: Input<'sites.update'>): void {
  knownThings.forgetSite(actor.organization.id, params.siteId)
}

function forgetTypes({ knownThings, actor }: Context): void {
  knownThings.forgetTypes(actor.organization.id)
}

function forgetMappings({ knownThings, actor }: Context): void {
  knownThings.forgetMappings(actor.organization.id)
}

/** A template may create and change anything. */
function forgetAll(ctx: Context): void {
  forgetOrganization(ctx)
  forgetMappings(ctx)
}

function forgetPlaces({ knownThings, actor }: Context): void {
  knownThings.forgetPlaces(actor.organization.id)
}

/** The counterpart of the contract's table: a row without a handler does not compile. */
export const handlers = {
  'keys.create': inTransaction(keys.createKey),
  'keys.list': keys.listKeys,
  'keys.get': keys.getKey,
  'keys.update': changing(keys.updateKey, forgetKey),
  'keys.revoke': changing(keys.revokeKey, forgetKey),
  'keys.rotate': changing(keys.rotateKey, forgetKey),
  'keys.check': (ctx: Context, input: Input<'keys.check'>): Promise<Output<'keys.check'>> =>
    checkCall(ctx, input, handlers),
  'keys.self': keys.callingKey,
  'keys.usage': usage.keyUsage,
  'keys.calls': usage.keyCalls,
  'calls.list': usage.listCalls,
  'calls.count': usage.countCalls,
  'keys.usageOverview': usage.keyUsageOverview,
  'keys.suggestions': usage.keySuggestions,
  'keys.replay': usage.replayKey,
  'organization.get': organizations.getOrganization,
  'organization.update': changing(organizations.updateOrganization, forgetTypes),
  'organization.usage': usage.organizationUsage,
  'organization.storage': storage.showStorage,
  'limits.list': buckets.listLimits,
  'limits.usage': usage.limitUsage,
  'limitRequests.create': inTransaction(limits.askForLimits),
  'limitRequests.list': limits.listLimitRequests,
  'audit.list': listAuditEntries,
  'things.create': changing(things.createThing, forgetPlaces),
  'things.batch': changing(things.batchThings, forgetOrganization, BULK_MS),
  'things.change': changing(things.changeThings, forgetOrganization, BULK_MS),
  'things.list': things.listThings,
  'things.count': things.countThings,
  'things.get': things.getThing,
  'things.update': changing(things.updateThing, forgetThing),
  'things.delete': changing(things.deleteThing, forgetThing),
  'sites.create': inTransaction(sites.createSite),
  'sites.list': sites.listSites,
  'sites.get': sites.getSite,
  'sites.update': changing(sites.updateSite, forgetSite),
  'sites.delete': changing(sites.deleteSite, forgetPlaces),
  'fleets.create': inTransaction(fleets.createFleet),
  'fleets.list': fleets.listFleets,
  'fleets.get': fleets.getFleet,
  'fleets.update': inTransaction(fleets.updateFleet),
  'fleets.changeMembers': changing(fleets.changeMembers, forgetOrganization, BULK_MS),
  'fleets.delete': changing(fleets.deleteFleet, forgetPlaces),
  'thingTypes.create': inTransaction(definitions.createThingType),
  'thingTypes.list': definitions.listThingTypes,
  'thingTypes.get': definitions.getThingType,
  'thingTypes.update': changing(definitions.updateThingType, forgetTypes, BULK_MS),
  'thingTypes.delete': changing(definitions.deleteThingType, forgetTypes),
  'metricDefinitions.create': inTransaction(definitions.createMetricDefinition),
  'metricDefinitions.list': definitions.listMetricDefinitions,
  'metricDefinitions.get': definitions.getMetricDefinition,
  'metricDefinitions.update': changing(definitions.updateMetricDefinition, forgetTypes),
  'metricDefinitions.delete': inTransaction(definitions.deleteMetricDefinition),
  'mappings.create': changing(mappings.createMapping, forgetMappings),
  'mappings.list': mappings.listMappings,
  'mappings.get': mappings.getMapping,
  'mappings.update': changing(mappings.updateMapping, forgetMappings),
  'mappings.delete': changing(mappings.deleteMapping, forgetMappings),
  'mappings.try': telemetry.tryMapping,
  'templates.create': inTransaction(templates.createTemplate),
  'templates.list': templates.listTemplates,
  'templates.get': templates.getTemplate,
  'templates.update': inTransaction(templates.updateTemplate),
  'templates.delete': inTransaction(templates.deleteTemplate),
  'templates.apply': changing(templates.applyTemplate, forgetAll, BULK_MS),
  'templates.applications': templates.listApplications,
  'templates.drift': templates.driftOfApplication,
  'templates.forget': inTransaction(templates.forgetApplication),
  'integrations.create': inTransaction(integrations.createIntegration),
  'integrations.list': integrations.listIntegrations,
  'integrations.get': integrations.getIntegration,
  'integrations.tries': integrations.integrationTries,
  'integrations.update': inTransaction(integrations.updateIntegration),
  'integrations.rotateSecret': inTransaction(integrations.rotateSecret),
  'integrations.delete': inTransaction(integrations.deleteIntegration),
  'integrations.test': inTransaction(integrations.sendTestEvent),
  'integrations.deliveries': integrations.listDeliveries,
  'integrations.delivery': integrations.getDelivery,
  'integrations.redeliver': inTransaction(integrations.redeliver),
  'integrations.redeliverMany': inTransaction(integrations.redeliverMany),
  'telemetry.ingest': telemetry.ingest,
  'telemetry.ingestColumnar': telemetry.ingestColumnar,
  'telemetry.ingestArrow': telemetry.ingestArrow,
  'telemetry.ingestThings': telemetry.ingestThings,
  'telemetry.ingestThingsColumnar': telemetry.ingestThingsColumnar,
  'telemetry.ingestThingsArrow': telemetry.ingestThingsArrow,
  'telemetry.ingestLines': telemetry.ingestLines,
  'telemetry.ingestSeries': telemetry.ingestSeries,
  'telemetry.ingestOtlp': telemetry.ingestOtlp,
  'telemetry.erase': telemetry.erase,
  'telemetry.timeseries': telemetry.timeseries,
  'telemetry.summary': telemetry.summary,
  'telemetry.recent': telemetry.recent,
  'telemetry.siteTimeseries': telemetry.placeTimeseries,
  'telemetry.siteSummary': telemetry.placeSummary,
  'telemetry.siteRecent': telemetry.placeRecent,
  'telemetry.fleetTimeseries': telemetry.placeTimeseries,
  'telemetry.fleetSummary': telemetry.placeSummary,
  'telemetry.fleetRecent': telemetry.placeRecent,
  'telemetry.thingsTimeseries': telemetry.thingsTimeseries,
  'telemetry.thingsSummary': telemetry.thingsSummary,
  'telemetry.thingsRecent': telemetry.thingsRecent,
} satisfies { [Name in ActorName]: Handler<Name> }

type OpenHandler<Name extends OpenName> = (
  ctx: OpenContext,
  input: Input<Name>,
) => Promise<Output<Name>>

/** The handlers of public operations. */
export const openHandlers = {
  'leakedKeys.report': keys.reportLeakedKeys,
} satisfies { [Name in OpenName]: OpenHandler<Name> }

/**
 * Rows answered from this node's memory. They take no turn at a connection, so they run without the context in which
 * turns are found: it would be a good part of their cost.
 */
export const inMemory: ReadonlySet<ActorName> = new Set<ActorName>(['keys.self', 'limits.list'])
