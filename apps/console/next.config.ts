import { join } from 'node:path'
import type { NextConfig } from 'next'

const everyResponse = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=()' },
]

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: join(import.meta.dirname, '../..'),
  transpilePackages: [
    '@sluice/clickhouse',
    '@sluice/contract',
    '@sluice/core',
    '@sluice/formats',
    '@sluice/runtime',
    '@sluice/telemetry',
  ],
  // Loaded from node_modules as they are: bundling them takes half the time of a build.
  serverExternalPackages: [
    '@better-auth/passkey',
    '@clickhouse/client',
    '@lhncbc/ucum-lhc',
    '@redis/client',
    'better-auth',
    'nodemailer',
    'openid-client',
    're2js',
  ],
  // A build is made once, and nothing reads its server's source maps.
  experimental: {
    serverSourceMaps: false,
    turbopackFileSystemCacheForBuild: false,
    // Otherwise every page has its links for sockets and streams.
    optimizePackageImports: ['@trpc/client'],
  },
  poweredByHeader: false,
  reactStrictMode: true,
  agentRules: false,
  // `npm run check` checks them; whoever starts the product need not wait for it.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [{ source: '/:path*', headers: everyResponse }],
}

export default config
