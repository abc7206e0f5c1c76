import type { MappingProtocol } from '@sluice/contract'

/** Example samples for each protocol. */
export const trialSamples: Record<MappingProtocol, string> = {
  influx:
    'cpu,cpu=cpu-total,host=a7 usage_idle=82.4,usage_user=11.4\nmem,host=a7 used_percent=41.2',
  prometheus:
    'node_cpu_seconds_total{cpu="0",instance="a7",mode="idle"} 4071.2\nnode_load1{instance="a7"} 0.31',
  otlp: JSON.stringify({
    resourceMetrics: [
      {
        resource: { attributes: [{ key: 'host.name', value: { stringValue: 'a7' } }] },
        scopeMetrics: [
          {
            metrics: [
              {
                name: 'system.cpu.load_average.1m',
                gauge: {
                  dataPoints: [{ asDouble: 0.31, timeUnixNano: '1780315200000000000' }],
                },
              },
            ],
          },
        ],
      },
    ],
  }),
}
