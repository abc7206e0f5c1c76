export { startJobs } from './jobs.ts'
export { rehearseJson } from './response/representation.ts'
export { buildServer, type ServerOptions } from './server.ts'
export { createLogger } from './status/log.ts'
