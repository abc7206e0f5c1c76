export { createLogger } from './log.ts'
export { buildServer, type ServerOptions } from './server.ts'
export { startWebhooks } from './webhooks/start.ts'
