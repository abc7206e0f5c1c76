/** The chapters of the reference, in their order. */
export const tagDescriptions = {
  Things: 'Devices, vehicles, meters and machines that send data.',
  Sites: 'Places that contain things.',
  Fleets: 'Groups of things.',
  'Thing types': 'Kinds of things: their metrics and attributes.',
  'Metric definitions': 'What metrics measure: value types, units and bounds.',
  Mappings:
    'How labels of InfluxDB line protocol, Prometheus and OpenTelemetry map to things and metrics.',
  Templates: 'Parameterized sets of resources that are created together.',
  Integrations: 'Webhooks that notify other systems of events.',
  Telemetry: 'Samples in; series, summaries and latest values out.',
  Keys: 'The API keys of the organization: create, change, rotate, revoke.',
  'Key usage': 'What keys did, and which scopes they do not need.',
  Organization: 'Settings, limits and the audit log of the organization.',
} as const satisfies Record<string, string>

/** A chapter of the reference. */
export type Tag = keyof typeof tagDescriptions
