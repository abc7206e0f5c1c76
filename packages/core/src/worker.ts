/**
 * The background work of a process. A separate entry point, because the job queue's library reads its own files from
 * disk: no bundle may include it.
 */
export type { OutgoingRequest, ReceiverAnswer, Send } from './integrations/index.ts'
export { openJobWorker } from './jobs/index.ts'
