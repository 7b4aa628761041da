import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, REPOSITORY, start } from '../e2e/bins.ts'

/** Refuses everything, which ends each of the programs. */
const refusing = createServer((_, response) => response.writeHead(404).end('{"error":{"message":"nothing here"}}'))
beforeAll(() => new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  await cleanUp()
  refusing.close()
})

/** Every line of the examples and of the README that says how a TypeScript program of theirs is run. */
const commands = readdirSync(join(REPOSITORY, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|md|sh)$/.test(file) && !/node_modules|^dist/.test(file))
  .map((file) => join('examples', file))
  .concat('README.md')
  .flatMap((file) => {
    const lines = readFileSync(join(REPOSITORY, file), 'utf8').split('\n')
    return lines.filter((line) => /\bnode (\S+ )*examples\/\S+\.ts/.test(line)).map((line) => ({ file, line }))
  })

test('examples are run with the Node that npm ci brought, as an older one cannot read them', () => {
  expect(commands.map(({ file }) => dirname(file))).toEqual(
    expect.arrayContaining(
      ['minimal-host', 'analyze-document', 'openai-node', 'llama-worker'].map((name) => `examples/${name}`),
    ),
  )
  expect(commands.filter(({ line }) => !/\bnpx node (?:--conditions=mkt-source )?examples\//.test(line))).toEqual([])
})

/** A Node of the machine that does not run TypeScript, first on the PATH as where it is the only one. */
const older = ['/usr/bin', '/usr/local/bin'].find((folder) => existsSync(join(folder, 'node')))

test.each([...new Set(commands.map(({ line }) => /(examples\/\S+\.ts)/.exec(line)?.[1] as string))])(
  'npx node %s gets as far as its first words',
  async (file) => {
    const path = [...(older ? [older] : []), ...(process.env.PATH ?? '').split(delimiter)].join(delimiter)
    const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`
    const args = file.includes('llama-worker') ? ['--help'] : []
    const program = start('npx', ['node', file, ...args], { env: { PATH: path, MKT_SERVER: url, MKT_TOKEN: 'x' } })
    const { stdout, stderr } = await program.ended
    expect(stderr).not.toContain('ERR_UNKNOWN_FILE_EXTENSION')
    if (file.includes('llama-worker')) expect(stdout).toContain('Usage: npx node examples/llama-worker/main.ts')
    if (file.includes('analyze-document')) expect(stderr).toContain('Which PDF?')
    if (/openai-node|minimal-host/.test(file)) expect(stderr).toContain('nothing here')
  },
)
