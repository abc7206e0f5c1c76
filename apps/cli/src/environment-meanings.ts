import type { Environment } from './environment.ts'

/** What the reference page says of a variable. */
interface Meaning {
  readonly meaning: string
  /** What holds where it is not set and has no default of its own. */
  readonly otherwise?: string
}

/** A variable without a meaning does not compile: `docs/reference/configuration.md` is made from these. */
export const environmentMeanings = {
  HOST: { meaning: 'Address to listen on.' },
  API_PORT: { meaning: 'Port of the API.' },
  CONSOLE_PORT: { meaning: 'Port of the console.' },
  API_URL: {
    meaning: 'Public URL of the API. Set it where a proxy stands in front.',
    otherwise: 'from `HOST` and `API_PORT`',
  },
  CONSOLE_URL: {
    meaning: 'Public URL of the console. Set it where a proxy stands in front.',
    otherwise: 'from `HOST` and `CONSOLE_PORT`',
  },
  DATA_DIR: {
    meaning: 'Data, secrets and logs of one machine.',
    otherwise: '`.sluice` in the checkout',
  },
  DATABASE_URL: {
    meaning: 'A Postgres server, version 15 or later: `postgres://user:password@host/name`.',
    otherwise: 'embedded Postgres',
  },
  CLICKHOUSE_URL: {
    meaning: 'A ClickHouse server, or any node of a cluster: `http://user:password@host:8123`.',
    otherwise: 'embedded engine',
  },
  CLICKHOUSE_CLUSTER: { meaning: 'Name of the cluster in the configuration of that ClickHouse.' },
  VALKEY_URL: {
    meaning:
      'Valkey or Redis, version 7 or later, for rate limits that nodes share: `redis://user:password@host:6379`. Separate several addresses of one cluster with commas.',
  },
  NODES: { meaning: 'Number of nodes that share the rate limits. More than 1 needs `VALKEY_URL`.' },
  TELEMETRY_CACHE_BYTES: {
    meaning:
      'Memory of the API for samples that questions are answered from, in bytes; 16777216 at least.',
    otherwise: 'a sixteenth of the machine, 536870912 at most',
  },
  KEY_PEPPERS: {
    meaning:
      'Secrets for key digests, by version: `1:secret,2:secret`. New keys use the highest. Required with `DATABASE_URL` or `CLICKHOUSE_URL`.',
    otherwise: 'made, kept in `DATA_DIR`',
  },
  AUTH_SECRET: {
    meaning:
      'Signs console sessions; at least 32 characters. Required with `DATABASE_URL` or `CLICKHOUSE_URL`.',
    otherwise: 'made, kept in `DATA_DIR`',
  },
  SMTP_URL: {
    meaning:
      'A server that takes mail: `smtps://user:password@host:465`. With it, links of invitations and new passwords go by mail, and notices of sign-ins. Needs `MAIL_FROM`.',
  },
  MAIL_FROM: { meaning: 'Whom mail is from: `Sluice <sluice@acme.example>`. Needs `SMTP_URL`.' },
  TRUSTED_PROXIES: {
    meaning:
      'Addresses and CIDRs whose `X-Forwarded-For` is believed, separated by commas. The log and `/readyz` (`warnings`) warn of a proxy that is missing here.',
  },
  SECURITY_CONTACT: {
    meaning:
      'Where to report faults in the security of the service: a mail address, or a `mailto:`, `https:` or `tel:` URI. The API and the console name it in `/.well-known/security.txt`.',
    otherwise: 'no security.txt',
  },
  CORS_ORIGINS: {
    meaning:
      "Further origins whose pages may call `/v2`, separated by commas. The console's is always allowed.",
  },
  LOCAL_RECEIVERS: {
    meaning: '`true` lets integrations reach this machine, and by plain http. For development.',
  },
  PRIVATE_PROVIDERS: {
    meaning:
      'Host names of identity providers that may have an address of a private network, separated by commas. Others must be public.',
  },
  LOG_LEVEL: { meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.' },
} as const satisfies Record<keyof Environment, Meaning>
