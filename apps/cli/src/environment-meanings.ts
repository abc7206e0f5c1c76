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
    meaning: 'Public URL of the API. Set it if a proxy is in front.',
    otherwise: 'from `HOST` and `API_PORT`',
  },
  CONSOLE_URL: {
    meaning: 'Public URL of the console. Set it if a proxy is in front.',
    otherwise: 'from `HOST` and `CONSOLE_PORT`',
  },
  DATA_DIR: {
    meaning: 'Directory for data, secrets and logs on one machine.',
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
      'Valkey or Redis, version 7 or later, for rate limits that nodes share: `redis://user:password@host:6379`, or `rediss://` for TLS. Separate several addresses of one cluster with commas.',
  },
  NODES: { meaning: 'Number of nodes that share the rate limits. More than 1 needs `VALKEY_URL`.' },
  TELEMETRY_CACHE_BYTES: {
    meaning: 'Memory for the API’s sample cache, in bytes; at least 16777216.',
    otherwise: 'a sixteenth of the machine’s memory, at most 536870912',
  },
  KEY_PEPPERS: {
    meaning:
      'Secrets for key digests, by version: `1:secret,2:secret`, each of at least 16 characters and without commas. New keys use the highest. Required with `DATABASE_URL` or `CLICKHOUSE_URL`.',
    otherwise: 'generated and stored in `DATA_DIR`',
  },
  AUTH_SECRET: {
    meaning:
      'Signs console sessions; at least 32 characters. Required with `DATABASE_URL` or `CLICKHOUSE_URL`.',
    otherwise: 'generated and stored in `DATA_DIR`',
  },
  SMTP_URL: {
    meaning:
      'A mail server: `smtps://user:password@host:465`. With it, invitations, password resets and security notifications are sent by mail. Needs `MAIL_FROM`.',
  },
  MAIL_FROM: { meaning: 'Sender of mail: `Sluice <sluice@acme.example>`. Needs `SMTP_URL`.' },
  TRUSTED_PROXIES: {
    meaning:
      'Addresses and CIDRs whose `X-Forwarded-For` is trusted, separated by commas. The logs of the API and the console, and `/readyz` (`warnings`), warn about a proxy that is missing here.',
  },
  SECURITY_CONTACT: {
    meaning:
      'Where to report vulnerabilities: a mail address, or a `mailto:`, `https:` or `tel:` URI. The API and the console publish it in `/.well-known/security.txt`.',
    otherwise: 'no security.txt',
  },
  CORS_ORIGINS: {
    meaning:
      "Additional origins whose pages may call `/v2`, separated by commas. The console's is always allowed.",
  },
  LOCAL_RECEIVERS: {
    meaning:
      '`true` allows webhooks and identity providers on this machine, also over plain http. For development.',
  },
  PRIVATE_PROVIDERS: {
    meaning:
      'Hosts of identity providers that may have private addresses, separated by commas, with the port if it is not 443. Any organization may have them called. Others must be public.',
  },
  LOG_LEVEL: {
    meaning:
      'Level of the API’s log: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. `info` includes a line for each request.',
  },
} as const satisfies Record<keyof Environment, Meaning>
