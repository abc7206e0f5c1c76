export { canonicalJson } from './canonical.ts'
export { lockChain } from './chain.ts'
export { listAuditEntries } from './list.ts'
export { recordChange } from './record.ts'
export {
  auditedTransaction,
  hasRecorded,
  noteWritten,
  requireRoomForMore,
  requireRoomForNumbers,
  untilFirstWrite,
} from './transaction.ts'
export { type ChainFault, type ChainReport, verifyAuditChain } from './verify.ts'
