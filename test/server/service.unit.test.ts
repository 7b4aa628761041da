import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installService, serviceStatus, uninstallService } from '../../server/src/commands/service.ts'
import { type Machine, thisMachine } from '../../server/src/service/machine.ts'

let root: string
let printed = ''
const ran: string[] = []
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mkt-service-'))
  printed = ''
  ran.length = 0
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true, force: true })
})

const machine = (more: Partial<Machine> = {}): Machine => ({
  systemd: true,
  root,
  program: ['/usr/bin/node', '/opt/mkt server/bin/mkt-server.js'],
  run: async (program, args) => {
    ran.push([program, ...args].join(' '))
    return 0
  },
  ...more,
})
const flags = { name: 'mkt-server' }

test('the unit starts the server with few rights, its settings are kept where only root reads them', async () => {
  await installService({ ...flags, set: ['MKT_TRUSTED_PROXIES=1', 'MKT_DATABASE_URL=postgres://u:p$w@h/d'] }, machine())
  const unit = readFileSync(join(root, 'etc/systemd/system/mkt-server.service'), 'utf8')
  expect(unit).toContain(
    'ExecStart=/usr/bin/node "/opt/mkt server/bin/mkt-server.js" serve --data /var/lib/mkt-server\n',
  )
  const env = join(root, 'etc/mkt-server/server.env')
  expect(unit).toContain(`EnvironmentFile=-${env}\n`)
  expect(readFileSync(env, 'utf8')).toBe('MKT_TRUSTED_PROXIES=1\nMKT_DATABASE_URL="postgres://u:p\\$w@h/d"\n')
  expect(statSync(env).mode & 0o777).toBe(0o600)
  expect(ran).toEqual(['systemctl daemon-reload', 'systemctl enable mkt-server', 'systemctl restart mkt-server'])
  expect(printed).toMatch(/mkt-server runs now and starts with the machine/)
})

test('installed again it changes what is said, and leaves the other settings', async () => {
  await installService({ ...flags, set: ['A=1', 'B=2'] }, machine())
  const env = join(root, 'etc/mkt-server/server.env')
  writeFileSync(env, `# mine\n${readFileSync(env, 'utf8')}`)
  await installService({ ...flags, set: ['B=3'] }, machine())
  expect(readFileSync(env, 'utf8')).toBe('# mine\nA=1\nB=3\n')
})

test('uninstalled it is stopped, and data and settings stay', async () => {
  await installService({ ...flags, set: ['A=1'] }, machine())
  await uninstallService(flags, machine())
  expect(ran.slice(3)).toEqual(['systemctl disable --now mkt-server', 'systemctl daemon-reload'])
  expect(existsSync(join(root, 'etc/systemd/system/mkt-server.service'))).toBe(false)
  expect(existsSync(join(root, 'etc/mkt-server/server.env'))).toBe(true)
  await expect(uninstallService(flags, machine())).rejects.toThrow(/there is no service mkt-server/)
})

test('what cannot be done is said before anything is written', async () => {
  await expect(installService(flags, machine({ systemd: false }))).rejects.toThrow(/does not run systemd/)
  await expect(serviceStatus(flags, machine({ systemd: false }))).rejects.toThrow(/does not run systemd/)
  await expect(installService({ name: '../x' }, machine())).rejects.toThrow(/--name/)
  await expect(installService({ ...flags, set: ['a b'] }, machine())).rejects.toThrow(/--set/)
  await expect(installService({ ...flags, set: ['A=1\nB=2'] }, machine())).rejects.toThrow(/--set/)
  expect([existsSync(join(root, 'etc')), ran]).toEqual([false, []])
  await expect(installService(flags, machine({ run: async () => 5 }))).rejects.toThrow(/daemon-reload ended with 5/)
})

test('--print shows the unit of this machine and writes nothing; systemd finds nothing wrong with it', async (context) => {
  await installService({ ...flags, print: true }, machine({ systemd: false, program: thisMachine().program }))
  expect(existsSync(join(root, 'etc'))).toBe(false)
  for (const line of [
    'DynamicUser=yes',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'LimitNOFILE=65536',
    'KillMode=mixed',
  ])
    expect(printed.split('\n')).toContain(line)
  const file = join(root, 'mkt-server.service')
  writeFileSync(file, printed)
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  if (verified.error) return context.skip('systemd-analyze is not installed on this machine')
  const about = verified.stderr.split('\n').filter((line) => line.includes('mkt-server.service'))
  expect(about).toEqual([])
  const security = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' })
  // 0 is the best of 10; above 2.5 something that this server never needs is open.
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(security.stdout)?.[1])
  expect(exposure).toBeLessThan(2.5)
})
