/**
 * What a process does besides answering. It has an entry of its own, because the job queue's library reads its own
 * files from the disk: no bundle may contain it.
 */
export type { OutgoingRequest, ReceiverAnswer, Send } from './integrations/index.ts'
export { openJobWorker } from './jobs/index.ts'
