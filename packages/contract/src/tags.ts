/** The chapters of the reference, in its order. */
export const tagDescriptions = {
  Things: 'Devices, vehicles, meters and machines that send data.',
  Sites: 'Places that things stand in.',
  Fleets: 'Groups of things that are looked at together.',
  'Thing types': 'What kinds of things there are: their metrics and their attributes.',
  'Metric definitions': 'What is measured: values, units and bounds.',
  Templates: 'Many resources made from one form with parameters.',
  Integrations: 'Other systems that are told of what happens.',
  Telemetry: 'Data in, and series, summaries and latest values out.',
  Keys: 'The API keys of the organization: made, changed, rotated and revoked.',
  'Key usage': 'What keys did, and what they could do without.',
  Organization: 'Settings, limits and the audit log of the organization.',
} as const satisfies Record<string, string>

export type Tag = keyof typeof tagDescriptions
