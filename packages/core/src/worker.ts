/**
 * What a process does besides answering. An entry of its own, because the job queue's library reads its own files
 * from the disk, which no bundle must take along.
 */
export type {
  OutgoingRequest,
  ReceiverAnswer,
  Send,
} from './integrations/delivery/send.ts'
export { openDeliveryWorker } from './integrations/delivery/work.ts'
