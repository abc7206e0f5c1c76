export { listAuditEntries } from './list.ts'
export { recordChange } from './record.ts'
export { auditedTransaction, untilFirstWrite } from './transaction.ts'
export { type ChainFault, type ChainReport, verifyAuditChain } from './verify.ts'
