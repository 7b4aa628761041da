import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answers } from './engines.ts'
import { isInstalled, type Program, startProgram } from './programs.ts'

/** nginx in front of servers, as examples/operate/several-servers.md has it. */
export function nginxConfig(servers: readonly string[], port: number, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
  upstream mkt_market {
${servers.map((url) => `    server ${new URL(url).host} max_fails=1 fail_timeout=2s;`).join('\n')}
    keepalive 64;
  }
  map $http_upgrade $mkt_connection {
    default upgrade;
    '' '';
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 60m;
    location / {
      proxy_pass http://mkt_market;
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $mkt_connection;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_buffering off;
      proxy_read_timeout 1h;
      proxy_next_upstream error timeout;
      proxy_connect_timeout 2s;
    }
  }
}
`
}

/** Undefined where nginx is not installed. */
export async function startNginx(
  servers: readonly string[],
  port: number,
  { data, logs }: { data: string; logs: string },
): Promise<Program | undefined> {
  if (!isInstalled('nginx')) return undefined
  const folder = join(data, 'nginx')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, nginxConfig(servers, port, folder))
  const nginx = startProgram('nginx', ['nginx', '-e', 'stderr', '-p', folder, '-c', file], join(logs, 'nginx.log'))
  await answers(port, nginx)
  return nginx
}
