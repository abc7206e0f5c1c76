/** The API names no more series of a collision. */
const SERIES_LISTED = 10

export const texts = {
  title: 'Try it',
  samples: 'Samples',
  samplesHint: {
    influx: 'Lines of line protocol. Times are in nanoseconds.',
    prometheus: 'Lines as Prometheus scrapes them.',
    otlp: 'An ExportMetricsServiceRequest in JSON.',
  },
  action: 'Try',
  actionChanged: 'Try with these changes',
  note: 'Nothing is stored.',
  unreadable: 'A field cannot be read. “Save” says which one.',
  outdated: 'The samples or the rules have changed since. Try again.',
  caption: 'What the samples would become',
  collision: (series: number, metric: string, thing: string, labels: string) => (
    <>
      {series < SERIES_LISTED ? series : `${SERIES_LISTED} or more`} series would become{' '}
      <code>{metric}</code> of <code>{thing}</code>. They differ in {labels}.
    </>
  ),
  fault: (detail: string) => `The text ${detail}`,
  faultOfLine: (line: string, detail: string) => `Line ${line} ${detail}`,
  truncated: 'The text has more samples than can be tried at once. Only the first ones were tried.',
  sample: 'Sample',
  notMapped: (labels: string) => `Not mapped: ${labels}`,
  becomes: 'Becomes',
  outcome: 'Outcome',
  outcomes: {
    accepted: 'Accepted',
    dropped: 'Dropped',
    ignored: 'Ignored',
    rejected: 'Rejected',
  },
  createsThing: 'The thing will be created.',
}
