// What each part of the repository may import: the one table that lint, its test and ARCHITECTURE.md go by.
// `npm run rules` writes it into biome.json.

/** Transports, frameworks and tracing libraries. Only the shells know them. */
const transports = [
  'fastify',
  '@fastify/*',
  'next',
  'next/*',
  'react',
  'react-dom',
  '@trpc/*',
  'better-auth*',
  '@better-auth/*',
  'node:http',
  'node:https',
  'node:http2',
  'undici',
  '@opentelemetry/*',
  '@sluice/runtime/internal-rpc-http',
]

/** The drivers of the stores. */
const stores = ['@prisma/*', 'pg', '@clickhouse/*', '@redis/*', '**/generated/**']

/**
 * Packages and apps: the workspaces that each may import, and the modules that it must not.
 *
 * @type {Record<string, { workspaces: string[], never?: string[], message: string }>}
 */
export const workspaces = {
  'packages/runtime': {
    workspaces: ['contract'],
    never: [...transports, ...stores],
    message: 'The runtime has no domain, no store and no transport: it imports the contract.',
  },
  'packages/clickhouse': {
    workspaces: ['runtime'],
    never: transports,
    message: 'How to speak to ClickHouse, and nothing of what it holds: import the runtime.',
  },
  'packages/formats': {
    workspaces: ['contract', 'runtime', 'clickhouse'],
    never: transports,
    message:
      'Forms of answers: they import the contract, the runtime and encoders of @sluice/clickhouse.',
  },
  'packages/telemetry': {
    workspaces: ['contract', 'runtime', 'clickhouse'],
    never: [...transports, '@prisma/*', 'pg'],
    message: 'Telemetry knows no transport, no control data and no core: it is asked by numbers.',
  },
  'packages/core': {
    workspaces: ['contract', 'runtime', 'clickhouse', 'telemetry'],
    never: transports,
    message: 'The core knows no transport and no app: shells turn a request into (actor, input).',
  },
  'packages/client': {
    workspaces: ['contract'],
    never: [...transports, ...stores],
    message: 'The client is published: it imports the contract, and only in contract.ts.',
  },
  'packages/embedded': {
    workspaces: ['runtime/fair-queue'],
    never: ['fastify', 'next', 'next/*', 'react', '@trpc/*', '@prisma/*'],
    message:
      'Embedded stores are servers like any other: they share turns with @sluice/runtime/fair-queue, and know nothing else of the product.',
  },
  'packages/mail': {
    workspaces: [],
    never: [...stores, 'fastify', 'next', 'next/*', 'react', '@trpc/*'],
    message: 'Mail is words and SMTP: it knows nothing of the product.',
  },
  'packages/openid': {
    workspaces: ['runtime'],
    never: [...stores, 'fastify', 'next', 'next/*', 'react', '@trpc/*'],
    message: 'OpenID Connect, and nothing of who uses it: import the runtime.',
  },
  'packages/tracing': {
    workspaces: ['runtime'],
    never: stores,
    message: 'Tracing implements the port of @sluice/runtime.',
  },
  'apps/api': {
    workspaces: ['contract', 'core', 'formats', 'runtime', 'telemetry', 'tracing'],
    never: stores,
    message: 'An app reaches the stores through @sluice/core, and no other app.',
  },
  'apps/console': {
    workspaces: ['contract', 'core', 'formats', 'mail', 'openid', 'runtime', 'tracing'],
    never: stores,
    message: 'An app reaches the stores through @sluice/core, and no other app.',
  },
  'apps/cli': {
    workspaces: ['client', 'contract', 'core', 'embedded', 'mail', 'runtime', 'api/node-flags'],
    never: stores,
    message:
      'An app reaches the stores through @sluice/core, and no other app but the flags of the API.',
  },
}

/** Workspaces that connect to hosts that somebody outside chose. */
export const strangersHosts = {
  workspaces: ['packages/openid', 'apps/api', 'apps/console'],
  modules: ['node:dns', 'node:dns/promises'],
  names: 'lookup|default',
  message:
    'getaddrinfo has two threads, so two silent name servers stop everybody: openResolve of @sluice/runtime/public-network has none.',
}

/** Files of the core that are ports: any room may import them. */
export const ports = [
  'actor.ts',
  'context.ts',
  'operator.ts',
  'database/client.ts',
  'database/generated/client.ts',
  'database/connections.ts',
  'database/store-errors.ts',
  'pipeline/request.ts',
  'scopes/need.ts',
  'last-seen/buffer.ts',
  'resources/*',
]

/**
 * Rooms of the core, from the ground up: the rooms whose index each may import. A room's other files are its own.
 *
 * @type {Record<string, string[]>}
 */
export const rooms = {
  database: [],
  'sample-log': [],
  changes: [],
  'allow-list': [],
  bounds: [],
  scopes: [],
  'last-seen': [],
  resources: ['scopes'],
  lists: [],
  events: ['scopes'],
  quotas: [],
  audit: ['allow-list', 'events', 'lists', 'quotas', 'scopes'],
  limits: ['audit', 'quotas', 'scopes'],
  'limits/requests': ['audit', 'lists', 'scopes'],
  buckets: ['allow-list', 'limits'],
  storage: ['limits', 'quotas'],
  organizations: ['audit', 'limits', 'scopes'],
  idempotency: ['audit'],
  keys: ['allow-list', 'audit', 'buckets', 'changes', 'limits', 'lists', 'organizations', 'scopes'],
  usage: ['allow-list', 'keys', 'limits', 'lists', 'scopes'],
  people: ['audit', 'limits', 'organizations', 'scopes'],
  members: ['audit', 'keys', 'limits', 'lists', 'organizations', 'people', 'scopes'],
  'saved-views': ['audit', 'scopes'],
  'sign-in': ['audit', 'keys', 'members', 'organizations', 'people', 'scopes'],
  operators: [
    ...['buckets', 'integrations', 'keys', 'limits', 'lists', 'members', 'people', 'sign-in'],
    'usage',
  ],
  'known-things': ['changes', 'scopes'],
  sites: ['audit', 'lists', 'scopes'],
  definitions: ['audit', 'lists', 'scopes'],
  mappings: ['audit', 'known-things', 'lists', 'scopes'],
  things: ['audit', 'definitions', 'known-things', 'lists', 'scopes'],
  fleets: ['audit', 'lists', 'scopes', 'things'],
  telemetry: ['audit', 'known-things', 'mappings', 'scopes', 'things'],
  integrations: ['audit', 'events', 'keys', 'limits', 'lists', 'scopes'],
  templates: [
    ...[
      'audit',
      'bounds',
      'definitions',
      'fleets',
      'lists',
      'mappings',
      'scopes',
      'sites',
      'things',
    ],
  ],
  signals: ['events', 'keys', 'scopes', 'things'],
  jobs: ['events', 'integrations', 'members', 'people', 'signals', 'storage', 'telemetry'],
}
