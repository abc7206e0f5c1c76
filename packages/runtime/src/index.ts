export { andThen, attempt } from './and-then.ts'
export { type Batch, BatchesInTurn } from './batches-in-turn.ts'
export { batchesOf } from './batches-of.ts'
export { byteShares, type Hold } from './byte-shares.ts'
export { coalesce } from './coalesce.ts'
export {
  cursorInstant,
  decodeCursor,
  decodeNumberCursor,
  encodeCursor,
  invalidCursor,
} from './cursor.ts'
export { takeLock } from './directory-lock.ts'
export { extraDigits } from './extra-digits.ts'
export { type FairQueue, fairQueue, type Leave, type QueueCounts } from './fair-queue.ts'
export { freeMemory } from './free-memory.ts'
export { getOrMake } from './get-or-make.ts'
export { type InternalRpc, NobodyThere } from './internal-rpc.ts'
export { isUrl } from './is-url.ts'
export { IsoTimes } from './iso-times.ts'
export { isLongJson, JsonBody, parseJson, parseLongJson, textOf } from './json-body.ts'
export { stepsBelow } from './json-pointer.ts'
export { keyStringFaults } from './key-string-faults.ts'
export { noteCaller } from './neighbors.ts'
export { ownText } from './own-text.ts'
export { type PaceRefusals, paceRefusals } from './pace-refusals.ts'
export { harmlessFault, invalidRequest, LISTED_FAULTS, notFound, Problem } from './problem.ts'
export { quantize } from './quantize.ts'
export { type OnBackground, repeat } from './repeat.ts'
export { settleConcurrently, settleInRounds, settleInSequence } from './settle-in-sequence.ts'
export {
  atOnce,
  beginAtOnce,
  inSlices,
  isLight,
  type JsonBounds,
  joinBytes,
  mapInSlices,
  Pace,
  readJson,
  sorted,
  turnForLongWork,
  Utf8,
  weightOf,
  writeJson,
} from './slices/index.ts'
export { isStorable, isStorableThroughout, storableFaults } from './storable.ts'
export {
  type Conversation,
  problemToSend,
  type Said,
  type SentProblem,
  sentProblem,
  serveConversations,
  WorkThread,
} from './threads/index.ts'
export {
  EARLIEST_MICROS,
  isoOf,
  LATEST_MICROS,
  LEAST_MILLIS,
  microsOf,
  microsOfIso,
  TIMESTAMP_FORM,
} from './timestamp.ts'
export { callSpan, type SpanFacts, statementSpan, type Tracing } from './tracing/index.ts'
export {
  type Connection,
  clientHasLeft,
  currentWork,
  workFor,
  workingFor,
  workingSince,
} from './work-for.ts'
