export { openJobWorker } from './work.ts'
