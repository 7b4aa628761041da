import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DOCUMENTS = fileURLToPath(new URL('../../server/src/documents/', import.meta.url))

/** What decides which values are found and how sure a method is of them. */
const ROOMS = ['classify', 'extract', 'layout', 'values', 'vocabulary']

/** One word for the state of the extractors; the fitted table itself is left out. */
export function extractorsDigest(): string {
  const digest = createHash('sha256')
  for (const room of ROOMS) {
    const files = readdirSync(`${DOCUMENTS}${room}`, { recursive: true, encoding: 'utf8' }).toSorted()
    for (const file of files.filter((name) => /\.(?:ts|json)$/.test(name) && !name.endsWith('calibration-table.ts')))
      digest.update(`${room}/${file}\n`).update(readFileSync(`${DOCUMENTS}${room}/${file}`))
  }
  return digest.digest('hex').slice(0, 16)
}
