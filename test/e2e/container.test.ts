import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { SETTINGS, variableOf } from '../../agent/src/settings.ts'
import { DEFAULT_LIMITS } from '../../server/src/limits.ts'
import { OPTIONS } from '../../server/src/serve-options.ts'
import { startEngine } from '../agent/engine.ts'
import { type Bin, cleanUp, freePort, REPOSITORY, runBin, start, startBin, tempFolder } from './bins.ts'
import { signUp } from './market.ts'

afterAll(cleanUp)

const read = (file: string) => readFileSync(join(REPOSITORY, file), 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const withoutComments = (text: string) => text.replace(/^\s*#.*$/gm, '')

/** What a stage of the Dockerfile says, from its FROM to the next. */
function stage(name: string): string {
  const found = dockerfile.split(/^(?=FROM )/m).find((part) => new RegExp(`^FROM \\S+ AS ${name}\n`).test(part))
  if (!found) throw new Error(`no stage ${name}`)
  return withoutComments(found)
}

/** The variables that a stage sets. */
function variablesOf(name: string): Record<string, string> {
  const words = [...stage(name).matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.split(' '))
  return Object.fromEntries(words.map((word) => word.split('=') as [string, string]))
}

/** A command in the form of a JSON array. */
function commandOf(text: string, instruction: RegExp): string[] {
  const [, json] = instruction.exec(text) ?? []
  return JSON.parse(json ?? 'null') as string[]
}

/** A service of compose.yaml, and the variables that it sets, with the defaults of those it hands on. */
function service(name: string) {
  const [, text = ''] = new RegExp(`^  ${name}:\n((?:    .*\n|\n)+)`, 'm').exec(withoutComments(compose)) ?? []
  const pairs = [...text.matchAll(/^ {6}((?:MKT|HF)_\w+): (.*)$/gm)].map(([, variable = '', value = '']) => {
    return [variable, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')] as const
  })
  return { text, variables: Object.fromEntries(pairs) }
}

const KNOWN = {
  server: [
    ...Object.values(OPTIONS).map(({ variable }) => variable as string),
    ...Object.keys(DEFAULT_LIMITS).map((name) => `MKT_LIMIT_${name.toUpperCase()}`),
  ],
  agent: [
    ...SETTINGS.map(({ key }) => variableOf(key)),
    'MKT_TOKEN',
    'MKT_AGENT_ENGINE_KEY',
    'MKT_AGENT_CONFIG',
    'HF_TOKEN',
  ],
}

describe.each(['server', 'agent'] as const)('the %s', (name) => {
  test('is told only what the program knows', () => {
    const own = Object.keys(variablesOf(name)).filter((variable) => variable.startsWith('MKT_'))
    const given = Object.keys(service(name).variables)
    expect(own.length).toBeGreaterThan(0)
    expect(given.length).toBeGreaterThan(2)
    expect([...own, ...given].filter((variable) => !KNOWN[name].includes(variable))).toEqual([])
  })

  test('runs as nobody special, on a root that it cannot write to, in the stage that compose names', () => {
    expect(stage(name)).toMatch(/^USER node$/m)
    const { text } = service(name)
    expect(text).toContain(`target: ${name}\n`)
    for (const line of ['read_only: true', 'cap_drop: [ALL]', '- no-new-privileges:true', '- /tmp']) {
      expect(text).toContain(line)
    }
    const [, volume] = /^VOLUME (\S+)$/m.exec(stage(name)) ?? []
    expect(text).toMatch(new RegExp(`- \\w+:${volume}$`, 'm'))
    expect(Object.values(variablesOf(name))).toContain(volume)
  })

  test('copies and starts what is there', () => {
    const command = commandOf(stage(name), /^CMD (\[.+\])$/m)
    expect(commandOf(service(name).text, /^ {4}command: (\[.+\])$/m)).toEqual(command)
    expect(command[0]).toBe(`mkt-${name}`)
    for (const [, folder = ''] of dockerfile.matchAll(/^COPY (?!--from|\.)(\S+)\/package\.json /gm)) {
      expect(read(`${folder}/package.json`)).toContain('"name"')
    }
    const workspaces = [...dockerfile.matchAll(/--workspace=(\S+)/g)].map(([, workspace]) => workspace)
    expect(new Set(workspaces)).toEqual(new Set(['mkt-server', 'mkt-agent', '@mkt/schemas']))
  })
})

test('the commands that compose.yaml shows are the programs\u2019', async () => {
  const shown = [...compose.matchAll(/exec -T \w+ (mkt\S*) ([^<\n]+)/g)]
  expect(shown.length).toBeGreaterThan(0)
  for (const [, bin, line = ''] of shown) {
    const args = [...line.trim().split(' '), '--data', tempFolder()]
    const { code, stderr } = await runBin(bin as Bin, args, { stdin: 'correct horse battery\n' })
    expect(code, stderr).toBe(0)
  }
})

test('the server\u2019s health is what its check says, and an agent told as compose tells it earns there', async () => {
  const [port, documents] = [String(await freePort()), String(await freePort())]
  const told = { ...variablesOf('server'), ...service('server').variables }
  const env = { ...told, PATH: process.env.PATH ?? '', MKT_DATA: tempFolder(), MKT_SIGNUP_CREDITS: '10' }
  const ports = { MKT_MARKET_PORT: port, MKT_DOCUMENTS_PORT: documents }
  const check = commandOf(stage('server'), /^HEALTHCHECK .* CMD (\[.+\])$/m)
  const health = (services?: string) => {
    const asked = { ...ports, ...(services ? { MKT_SERVICES: services } : {}) }
    return start(process.execPath, check.slice(1), { env: asked }).ended.then(({ code }) => code)
  }
  expect(check[0]).toBe('node')
  expect(await health()).toBe(1)
  const [bin, ...args] = commandOf(stage('server'), /^CMD (\[.+\])$/m)
  const server = startBin(bin as Bin, args, { env: { ...env, ...ports } })
  await server.says(/mkt-server is up/)
  expect([await health(), await health('documents')]).toEqual([0, 0])

  const engine = await startEngine()
  const user = await signUp({ url: `http://127.0.0.1:${port}` })
  const agentEnv = { ...variablesOf('agent'), ...service('agent').variables }
  const here = { MKT_AGENT_SERVER: `http://127.0.0.1:${port}`, MKT_AGENT_ENDPOINT_URL: engine.url }
  const [agentBin, ...agentArgs] = commandOf(stage('agent'), /^CMD (\[.+\])$/m)
  const agent = startBin(agentBin as Bin, agentArgs, {
    env: { ...agentEnv, PATH: process.env.PATH ?? '', ...here, MKT_AGENT_STATE: tempFolder(), MKT_AGENT_MODEL: 'tiny' },
  })
  await agent.says(/ready for jobs/)
  expect((await user.end(await user.submit({ model: 'tiny' }))).status).toBe('completed')
  expect((await agent.stop()).code).toBe(0)
  expect((await server.stop()).code).toBe(0)
  expect(await health()).toBe(1)
  await engine.close()
})
