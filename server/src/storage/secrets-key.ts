import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const BYTES = 32

/** Apart from the database: whoever gets a copy of that has nothing that opens what is sealed in it. */
export const secretsKeyFile = (data: string) => join(data, 'secrets.key')

/** The key of a data directory; undefined where there is none, and `make` does not allow a new one. */
export function takeSecretsKey(data: string, make: boolean): Buffer | undefined {
  const file = secretsKeyFile(data)
  try {
    return keyIn(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  if (!make) return undefined
  writeFileSync(file, `${randomBytes(BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return keyIn(file)
}

function keyIn(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length === BYTES) return key
  throw new Error(`${file} is no key that mkt-server made: put the right file back`)
}
