export { startJobs } from './jobs.ts'
export { createLogger } from './log.ts'
export { rehearseJson } from './representation.ts'
export { buildServer, type ServerOptions } from './server.ts'
