import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@sluice/embedded'
import type { Subject } from '../subject.ts'

const MODULES = '/usr/lib/nginx/modules'
const PEPPER = 'a pepper for the bench alone'

export const nginxPackages = ['nginx-light', 'libnginx-mod-http-lua']

/** nginx with one worker and the guard of subjects/guard.lua, answering `body`. */
export async function startNginx(
  directory: string,
  key: string,
  body: unknown,
): Promise<Subject | undefined> {
  if (!existsSync(`${MODULES}/ngx_http_lua_module.so`)) return undefined
  const root = join(directory, 'nginx')
  const port = await freePort()
  await mkdir(root)
  await writeFile(join(root, 'body.json'), JSON.stringify(body))
  await writeFile(join(root, 'nginx.conf'), configuration(root, port, key))
  const master = spawn('nginx', ['-p', root, '-c', 'nginx.conf'], { stdio: 'inherit' })
  const ended = once(master, 'exit')
  const url = `http://127.0.0.1:${port}/v2/key`
  await answering(url, key)
  return {
    ...{ name: 'nginx with a Lua guard', url, headers: { 'X-Api-Key': key } },
    pid: await workerOf(master.pid ?? 0),
    async stop() {
      master.kill('SIGTERM')
      await ended
    },
  }
}

function configuration(root: string, port: number, key: string): string {
  const id = key.split('_')[1]
  const digest = createHmac('sha256', PEPPER).update(key).digest('hex').replace(/../g, '\\x$&')
  const lua = `${fileURLToPath(new URL('./subjects', import.meta.url))}/?.lua`
  return `
load_module ${MODULES}/ndk_http_module.so;
load_module ${MODULES}/ngx_http_lua_module.so;
daemon off;
worker_processes 1;
pid ${root}/nginx.pid;
error_log ${root}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path ${root}/body; proxy_temp_path ${root}/proxy; fastcgi_temp_path ${root}/fastcgi;
  uwsgi_temp_path ${root}/uwsgi; scgi_temp_path ${root}/scgi;
  lua_package_path '${lua};;';
  lua_shared_dict buckets 10m;
  init_by_lua_block {
    guard = require 'guard'
    keys = { ['${id}'] = '${digest}' }
    local file = io.open('${root}/body.json')
    body = file:read('*a')
    file:close()
  }
  server {
    listen 127.0.0.1:${port};
    location = /v2/key {
      default_type application/json;
      access_by_lua_block { guard.check(keys, '${PEPPER}') }
      content_by_lua_block { ngx.header['Content-Length'] = #body; ngx.print(body) }
    }
  }
}
`
}

async function answering(url: string, key: string): Promise<void> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const answer = await fetch(url, { headers: { 'X-Api-Key': key } }).catch(() => undefined)
    if (answer?.status === 200) return
    if (Date.now() > deadline) throw new Error(`nginx does not serve (${answer?.status}).`)
    await sleep(50)
  }
}

async function workerOf(master: number): Promise<number> {
  const children = await readFile(`/proc/${master}/task/${master}/children`, 'utf8')
  return Number(children.trim().split(' ')[0])
}
