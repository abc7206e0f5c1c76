import { gunzipSync, gzipSync } from 'node:zlib'
import { otlpRequest } from '@sluice/telemetry/testing'

/**
 * A batch of Telegraf's `influxdb_v2` output for its inputs `cpu`, `mem` and `disk`: sorted tags, integers with `i`,
 * times in nanoseconds, gzip. The fields are those in its documentation.
 */
export function telegrafRequest(token: string, time: number) {
  const nanos = `${time}000000`
  const lines = [
    `cpu,cpu=cpu0,host=loaner usage_idle=68.7500000181899,usage_system=4.166666666161392,usage_user=25.000000002273737 ${nanos}`,
    `cpu,cpu=cpu-total,host=loaner usage_idle=82.3834196941197,usage_system=4.145077721691784,usage_user=11.398963731636465 ${nanos}`,
    `mem,host=loaner available_percent=58.77094001781,used=6841499648i,used_percent=41.2 ${nanos}`,
    `disk,device=nvme0n1p2,fstype=ext4,host=loaner,mode=rw,path=/ used=105321558016i,used_percent=44.3 ${nanos}`,
    `disk,device=nvme0n1p1,fstype=vfat,host=loaner,mode=rw,path=/boot/efi used=6356992i,used_percent=1.2 ${nanos}`,
  ]
  return {
    path: '/api/v2/write?bucket=any&org=any',
    headers: {
      Authorization: `Token ${token}`,
      'Content-Encoding': 'gzip',
      'Content-Type': 'text/plain; charset=utf-8',
      'User-Agent': 'Telegraf/1.32.0 Go/1.23.0',
    },
    body: gzipSync(`${lines.join('\n')}\n`),
  }
}

/** The lines of {@link telegrafRequest}, for a dry run. */
export function linesOf({ body }: { readonly body: Uint8Array }): string {
  return gunzipSync(body).toString()
}

/**
 * A batch of the OpenTelemetry Collector's `otlphttp` exporter for host metrics: protobuf, gzip, a point for each core
 * and state.
 */
export function collectorRequest(token: string, time: number) {
  const resource = { 'host.name': 'loaner', 'os.type': 'linux' }
  const point = (name: string, attributes: Record<string, string>, value: number) => {
    return { name, resource, attributes, time, value }
  }
  const points = [
    point('system.cpu.time', { cpu: 'cpu0', state: 'idle' }, 1527035.04),
    point('system.cpu.time', { cpu: 'cpu0', state: 'user' }, 154324.34),
    point('system.memory.usage', { state: 'used' }, 6841499648),
    point('system.memory.usage', { state: 'free' }, 9837117440),
    point('system.cpu.load_average.1m', {}, 0.31),
  ]
  return {
    path: '/v1/metrics',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Encoding': 'gzip',
      'Content-Type': 'application/x-protobuf',
      'User-Agent': 'OpenTelemetry Collector Contrib/0.115.0 (linux/amd64)',
    },
    body: gzipSync(otlpRequest(points)),
  }
}
