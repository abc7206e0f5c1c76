export { eraseDeletedThings } from './deleted-things.ts'
export { erase } from './erase.ts'
export { ERASE, type EraseJob, finishErasure } from './erasure-jobs.ts'
export { expireSamples } from './expire.ts'
export { ingest, ingestArrow, ingestColumnar } from './ingest.ts'
export {
  ingestLines,
  ingestOtlp,
  ingestSeries,
  ingestThings,
  ingestThingsArrow,
  ingestThingsColumnar,
} from './ingest-things.ts'
export { readsAnyIn } from './place-subject.ts'
export { placeRecent, recent, thingsRecent } from './recent.ts'
export { placeSummary, summary, thingsSummary } from './summary.ts'
export { placeTimeseries, thingsTimeseries, timeseries } from './timeseries.ts'
export { tryMapping } from './try-mapping.ts'
