import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/src/config.ts'
import { DEFAULT_LIMITS } from '../../server/src/limits.ts'
import { OPTIONS } from '../../server/src/serve-options.ts'
import { REPOSITORY } from '../e2e/bins.ts'

const FOLDER = join(REPOSITORY, 'examples/cluster')
const VARIABLES = new Set([
  ...Object.values(OPTIONS).map(({ variable }) => variable),
  ...Object.keys(DEFAULT_LIMITS).map((name) => `MKT_LIMIT_${name.toUpperCase()}`),
])
/** What a person gives the compose file itself. */
const OF_COMPOSE = new Set(['MKT_POSTGRES_PASSWORD', 'MKT_REDIS_PASSWORD', 'MKT_SECRETS_KEY_FILE'])

/** The arguments of `mkt-server serve` as a file has them, by option. */
function flagsOf(text: string): Record<string, string> {
  const [list = '[]'] = /\["mkt-server", "serve"[^\]]*\]/.exec(text) ?? []
  const [, command, ...args] = JSON.parse(list) as string[]
  expect(command).toBe('serve')
  const flags: Record<string, string> = {}
  for (let at = 0; at < args.length; at += 2) {
    const option = Object.entries(OPTIONS).find(([, { flag }]) => flag.split(' ')[0] === args[at])
    if (!option) throw new Error(`mkt-server serve has no ${args[at]}`)
    flags[option[0]] = args[at + 1] as string
  }
  return flags
}

describe.each(['compose.yaml', 'kubernetes.yaml'])('%s', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8')

  test('its command line is one that the server takes', () => {
    const env = { MKT_DATABASE_URL: 'postgres://u:p@h/d', MKT_REDIS_URL: 'redis://h:6379' }
    const config = readConfig(flagsOf(text), env)
    expect(config).toMatchObject({ services: ['market'], trustedProxies: 1, redisUrl: env.MKT_REDIS_URL })
  })

  test('its variables are those of the server', () => {
    const set = [...text.matchAll(/^\s+(?:- name: )?(MKT_[A-Z_]+)(?::|$)/gm)].map(([, variable = '']) => variable)
    expect(set).toContain('MKT_DATABASE_URL')
    expect(set.filter((variable) => !VARIABLES.has(variable))).toEqual([])
    const named = [...text.matchAll(/\$\{(MKT_[A-Z_]+)/g)].map(([, variable = '']) => variable)
    expect(named.filter((variable) => !VARIABLES.has(variable) && !OF_COMPOSE.has(variable))).toEqual([])
  })
})

test('the probes ask what there is', () => {
  const text = readFileSync(join(FOLDER, 'kubernetes.yaml'), 'utf8')
  const paths = [...text.matchAll(/httpGet: \{ path: (\S+),/g)].map(([, path]) => path)
  expect(paths).toHaveLength(3)
  const known: string[] = Object.values(market).map(({ path }) => path)
  for (const path of paths) expect(known).toContain(path)
})
