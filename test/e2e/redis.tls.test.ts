import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, freePort, start, tempFolder } from './bins.ts'
import { noRedis } from './redis-programs.ts'

afterAll(cleanUp)

const PROGRAM = fileURLToPath(new URL('redis.tls.program.ts', import.meta.url))

/** A certificate of nobody's, for this machine. */
function certificate(): { cert: string; key: string } {
  const folder = tempFolder()
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const what = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=mkt']
  const made = spawnSync('openssl', [
    ...['req', '-x509', ...what, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
  ])
  if (made.status !== 0) throw new Error(String(made.stderr))
  return { cert, key }
}

test('rediss:// is TLS: a server that is trusted is used, and one that nobody vouches for is not', async (context) => {
  const missing = noRedis() ?? (spawnSync('openssl', ['version']).error && 'there is no openssl on this machine')
  if (missing) return context.skip(missing)
  const [{ cert, key }, port, folder] = [certificate(), await freePort(), tempFolder()]
  const tls = ['--tls-port', String(port), '--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert]
  const flags = [
    '--port',
    '0',
    '--bind',
    '127.0.0.1',
    ...tls,
    '--tls-auth-clients',
    'no',
    '--save',
    '',
    '--dir',
    folder,
  ]
  const redis = start('redis-server', flags)
  await redis.says(/Ready to accept connections/)
  const said = async (url: string, env: Record<string, string> = {}) => {
    const ended = await start(process.execPath, ['--conditions=mkt-source', PROGRAM, url], { env }).ended
    return ended.stdout + ended.stderr
  }
  expect(await said(`rediss://127.0.0.1:${port}`, { NODE_EXTRA_CA_CERTS: cert })).toContain('agreed on this')
  expect(await said(`rediss://127.0.0.1:${port}`)).toMatch(/refused: cannot reach Redis at .*--redis-url/)
  expect(await said(`redis://127.0.0.1:${port}`)).toMatch(/refused: cannot reach Redis at .*--redis-url/)
}, 300_000)
