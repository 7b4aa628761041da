import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CommandIo } from '../../agent/src/command-io.ts'
import { exampleConfig } from '../../agent/src/example-config.ts'
import { installService, serviceLogs, uninstallService } from '../../agent/src/operations/service.ts'
import type { Machine } from '../../agent/src/service/machine.ts'
import { planService } from '../../agent/src/service/plan.ts'
import { type IoUnderTest, ioUnderTest } from './io-under-test.ts'

const BIN = join(import.meta.dirname, '../../agent/bin/mkt-agent.js')
const name = 'mkt-agent'

let root: string
let ran: string[]
let machine: Machine
let bench: IoUnderTest
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mkt-agent-service-'))
  ran = []
  const run = async (program: string, args: readonly string[]) => {
    ran.push([program, ...args].join(' '))
    return 0
  }
  const program = ['/usr/bin/node', BIN]
  machine = { platform: 'linux', systemd: true, root, home: join(root, 'home'), program, run }
  bench = ioUnderTest()
})

/** A configuration at the place of the system's. */
function configured(): string {
  const path = join(root, 'etc/mkt-agent/agent.json')
  mkdirSync(join(root, 'etc/mkt-agent'), { recursive: true })
  chmodSync(root, 0o755)
  writeFileSync(path, exampleConfig(), { mode: 0o644 })
  return path
}

const unit = (flags: object = {}) => planService({ name, ...flags }, machine).text.split('\n')
const install = (flags: object = {}) => bench.run((io) => installService(io, { name, ...flags }, machine))

describe('the unit', () => {
  test('of the system runs under an account of its own, with no right that it does not need', () => {
    const lines = unit()
    expect(lines).toContain(
      `ExecStart=/usr/bin/node ${BIN} start --config ${root}/etc/mkt-agent/agent.json --state /var/lib/mkt-agent`,
    )
    for (const line of [
      ...[
        'DynamicUser=yes',
        'StateDirectory=mkt-agent',
        'NoNewPrivileges=yes',
        'ProtectSystem=strict',
        'PrivateTmp=yes',
      ],
      ...['CapabilityBoundingSet=', 'UMask=0077', 'Restart=on-failure', 'StartLimitBurst=5', 'KillMode=mixed'],
      ...[
        'RestartPreventExitStatus=2 3 4',
        'WantedBy=multi-user.target',
        `EnvironmentFile=-${root}/etc/mkt-agent/agent.env`,
      ],
    ]) {
      expect(lines).toContain(line)
    }
    expect(lines.filter((line) => /^(PrivateDevices|ProtectClock|MemoryDenyWriteExecute)/.test(line))).toEqual([])
  })

  test('of a given account may write its state directory only', () => {
    const lines = unit({ runAs: 'gpu', state: '/srv/my agent' })
    expect(lines).toContain('User=gpu')
    expect(lines).toContain('ReadWritePaths="/srv/my agent"')
    expect(lines.join()).not.toContain('DynamicUser')
  })

  test('of a user needs no namespaces', () => {
    const lines = unit({ user: true })
    expect(lines).toContain('WantedBy=default.target')
    expect(lines).toContain('NoNewPrivileges=yes')
    expect(lines.join()).not.toMatch(/DynamicUser|ProtectSystem|PrivateTmp/)
  })

  test('keeps odd paths as they are', () => {
    const line = unit({ config: '/a b/50%/$x/"q".json' }).find((text) => text.startsWith('ExecStart='))
    expect(line).toContain(String.raw`--config "/a b/50%%/$$x/\"q\".json" --state`)
  })

  test.each([
    [{ name: '../x' }, '--name'],
    [{ runAs: 'a b' }, '--run-as'],
    [{ user: true, runAs: 'gpu' }, '--user'],
    [{ state: '/srv/agent' }, '--run-as USER'],
    [{ config: '/a\nExecStart=/bin/sh' }, 'one line'],
  ])('is not made of %o', (flags, says) => {
    expect(() => unit(flags)).toThrow(says)
  })

  describe('with settings that name a state directory', () => {
    const withState = (state: string) => {
      const path = configured()
      writeFileSync(path, `{"server": "http://127.0.0.1:1", "state": ${JSON.stringify(state)}}`)
      return path
    }
    const startLine = (flags: object = {}) => unit(flags).find((text) => text.startsWith('ExecStart='))

    test('keeps to it, with the rights to it, and to a flag where one is given', () => {
      const path = withState('/srv/gpu')
      expect(startLine({ runAs: 'gpu' })).toMatch(new RegExp(`start --config ${path}$`))
      expect(unit({ runAs: 'gpu' })).toContain('ReadWritePaths=/srv/gpu')
      expect(startLine({ runAs: 'gpu', state: '/srv/other' })).toMatch(/--state \/srv\/other$/)
      expect(startLine({ user: true, config: path })).toMatch(new RegExp(`start --config ${path}$`))
      withState('/var/lib/mkt-agent')
      expect(startLine()).not.toContain('--state')
      expect(unit()).toContain('StateDirectory=mkt-agent')
    })

    test.each([
      ['/srv/gpu', '--run-as USER'],
      ['keys', 'Write the whole path there'],
    ])('%s that the service could not use says what to do', async (state, says) => {
      withState(state)
      expect(await install({ print: true })).toBe(2)
      expect(bench.err.join()).toContain(says)
    })

    test('that is wrong does not keep the service from being removed', async () => {
      configured()
      await install()
      withState('keys')
      expect(await bench.run((io) => uninstallService(io, { name }, machine))).toBe(0)
    })
  })

  const analyze = spawnSync('systemd-analyze', ['--version']).status === 0
  test.skipIf(!analyze).each([{}, { user: true }, { runAs: 'root', state: '/srv' }])(
    'of %o is sound to systemd-analyze',
    (flags) => {
      machine.program = [process.execPath, BIN]
      const path = join(root, 'mkt-agent.service')
      writeFileSync(path, planService({ name, ...flags }, machine).text)
      const verified = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' })
      const ours = verified.stderr.split('\n').filter((line) => line.includes('mkt-agent'))
      expect(ours).toEqual([])
    },
  )
})

describe('mkt-agent service', () => {
  test('install writes the unit, keeps tokens from others, and starts it', async () => {
    configured()
    bench.env.HF_TOKEN = 'hf_secret_of_mine'
    expect(await install()).toBe(0)
    expect(ran).toEqual(['systemctl daemon-reload', 'systemctl enable mkt-agent', 'systemctl restart mkt-agent'])
    const env = join(root, 'etc/mkt-agent/agent.env')
    expect(statSync(env).mode & 0o777).toBe(0o600)
    expect(readFileSync(env, 'utf8')).toContain('HF_TOKEN="hf_secret_of_mine"\n#MKT_AGENT_ENGINE_KEY=')
    expect(readFileSync(join(root, 'etc/systemd/system/mkt-agent.service'), 'utf8')).not.toContain('secret')
    expect([...bench.out, ...bench.err].join()).not.toContain('secret')
    writeFileSync(env, 'MKT_TOKEN=mine\n')
    expect(await install()).toBe(0)
    expect(readFileSync(env, 'utf8')).toBe('MKT_TOKEN=mine\n')
  })

  test('install --user stays in the home directory', async () => {
    const config = configured()
    expect(await install({ user: true, config })).toBe(0)
    expect(ran.at(-1)).toBe('systemctl --user restart mkt-agent')
    expect(existsSync(join(root, 'home/.config/systemd/user/mkt-agent.service'))).toBe(true)
    expect(bench.err.join()).toContain('loginctl enable-linger')
  })

  test('install --print prints, wherever it runs', async () => {
    machine.systemd = false
    expect(await install({ print: true })).toBe(0)
    expect(bench.out[0]).toMatch(/^\[Unit\]\n[\s\S]*WantedBy=multi-user.target$/)
    expect(ran).toEqual([])
  })

  test('uninstall stops it, and keeps key and tokens', async () => {
    configured()
    await install()
    const uninstall = (io: CommandIo) => uninstallService(io, { name }, machine)
    expect(await bench.run(uninstall)).toBe(0)
    expect(ran.slice(3)).toEqual(['systemctl disable --now mkt-agent', 'systemctl daemon-reload'])
    expect(existsSync(join(root, 'etc/systemd/system/mkt-agent.service'))).toBe(false)
    expect(existsSync(join(root, 'etc/mkt-agent/agent.env'))).toBe(true)
    expect(await bench.run(uninstall)).toBe(1)
    expect(bench.err.join()).toContain('nothing is installed under this name')
  })

  test('logs asks the journal, and ends as it does', async () => {
    machine.run = async (program, args) => {
      ran.push([program, ...args].join(' '))
      return 7
    }
    expect(await bench.run((io) => serviceLogs(io, { name, user: true, follow: true, lines: 5 }, machine))).toBe(7)
    expect(ran).toEqual(['journalctl --user --unit mkt-agent --lines 5 --output cat --follow'])
  })

  test.each([
    ['linux', 'systemd does not run here'],
    ['darwin', 'this is darwin'],
  ] as const)('without systemd on %s says so', async (platform, says) => {
    Object.assign(machine, { platform, systemd: false })
    for (const operation of [installService, uninstallService]) {
      expect(await bench.run((io) => operation(io, { name }, machine))).toBe(1)
    }
    expect(bench.err.join()).toContain(says)
    expect(bench.err.join()).toContain('started by what starts programs here')
  })

  test('install without settings, with wrong ones, or ones that the account may not read says what to do', async () => {
    expect(await install()).toBe(2)
    expect(bench.err.join()).toContain('mkt-agent config >')
    const path = configured()
    writeFileSync(path, '{"backend": "worker"}')
    expect(await install()).toBe(2)
    expect(bench.err.join()).toContain('--server is missing')
    writeFileSync(path, exampleConfig())
    chmodSync(path, 0o600)
    expect(await install()).toBe(1)
    expect(bench.err.join()).toContain(`may not read ${path}`)
    expect(ran).toEqual([])
  })

  test('a systemctl that fails is told', async () => {
    configured()
    machine.run = async () => 1
    expect(await install()).toBe(1)
    expect(bench.err.join()).toContain('systemctl daemon-reload ended with 1')
  })
})
