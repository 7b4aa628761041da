import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Analysis } from '@mkt/schemas'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { Failure } from '../failure.ts'
import { documentWords } from '../words/documents.ts'
import { nameOf, stemOf } from './upload.ts'

/** A folder with one JSON file for each analysed PDF: what lies there need not be analysed again. */
export class Answers {
  readonly #folder: string
  readonly #force: boolean

  private constructor(folder: string, force: boolean) {
    this.#folder = folder
    this.#force = force
  }

  /** Makes the folder where it is missing. `force` writes over answers that are of other files. */
  static async open(folder: string, force: boolean): Promise<Answers> {
    await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      throw new Failure('usage', documentWords.notWritten(folder, systemFault(error)))
    })
    return new Answers(folder, force)
  }

  /** The document that a file's content became in an earlier run; throws where its name has another's answer. */
  async documentOf(file: string): Promise<string | undefined> {
    const path = this.#pathOf(file)
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    const { sha256, document_id } = membersOf(text)
    if (typeof document_id === 'string' && sha256 === (await digestOf(file))) return document_id
    if (this.#force) return undefined
    throw new Failure('usage', documentWords.otherAnswer(path), [documentWords.force])
  }

  /** Writes a file's answer, which appears whole or not at all. */
  async keep(file: string, analysis: Analysis): Promise<void> {
    const path = this.#pathOf(file)
    const fresh = `${path}.${process.pid}.part`
    const answer = { file: nameOf(file), sha256: await digestOf(file), ...analysis }
    try {
      await writeFile(fresh, `${JSON.stringify(answer, undefined, 2)}\n`, { flag: 'wx' })
      await rename(fresh, path)
    } catch (error) {
      await rm(fresh, { force: true }).catch(() => undefined)
      throw new Failure('failed', documentWords.notWritten(path, systemFault(error)))
    }
  }

  #pathOf(file: string): string {
    return join(this.#folder, `${stemOf(file)}.json`)
  }
}

/** Empty for a file that is not there any more: no answer has that. */
async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  return await pipeline(createReadStream(file), hash).then(
    () => hash.digest('hex'),
    () => '',
  )
}

/** Of a file that is no answer of ours: nothing. */
function membersOf(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as Record<string, unknown>) }
  } catch {
    return {}
  }
}
