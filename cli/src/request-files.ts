import { basename, extname } from 'node:path'
import { askedTools, type ImagePart, MAX_IMAGE_BYTES, pictureFault, wording } from '@mkt/schemas'
import { readFileUpTo } from './bounded-read.ts'
import type { Body } from './engine-options.ts'
import { Failure } from './failure.ts'
import { promptWords } from './words/prompts.ts'

/** As much as the server takes of tools, and of a schema. */
const MAX_JSON_BYTES = 262_144
const TYPES = ['png', 'jpeg', 'webp']
const NAME_CHARACTERS = 64

/** --tools: a list of functions in the form of OpenAI's chats. Throws a Failure (usage) where it is none. */
export async function readTools(path: string): Promise<Body['tools']> {
  const parsed = askedTools.safeParse(await readJson(path), { error: wording })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const why = [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')
  throw new Failure('usage', promptWords.badTools(path, why), [promptWords.toolsForm])
}

/** --schema: a JSON schema, as what the answer has to be; its title names it, or else its file. */
export async function readSchema(path: string): Promise<Body['response_format']> {
  const schema = await readJson(path)
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new Failure('usage', promptWords.noSchema(path))
  }
  const title = 'title' in schema && typeof schema.title === 'string' ? schema.title : ''
  const name = nameFrom(title) || nameFrom(basename(path, extname(path))) || 'answer'
  return { type: 'json_schema', json_schema: { name, schema: { ...schema }, strict: true } }
}

function nameFrom(text: string): string {
  return text
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, NAME_CHARACTERS)
    .replace(/_+$/, '')
}

async function readJson(path: string): Promise<unknown> {
  const tooLong = () => new Failure('usage', promptWords.fileTooLong(path, MAX_JSON_BYTES))
  const bytes = await readFileUpTo(path, { bytes: MAX_JSON_BYTES, tooLong }, promptWords.unreadableFile)
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''))
  } catch {
    throw new Failure('usage', promptWords.notJson(path))
  }
}

/** --image: pictures as parts of a message. Which kind one is, its first bytes say, and not its name. */
export async function readImages(paths: readonly string[]): Promise<ImagePart[]> {
  const images: ImagePart[] = []
  let left = MAX_IMAGE_BYTES
  for (const path of paths) {
    const tooLong = () =>
      new Failure(
        'usage',
        images.length === 0
          ? promptWords.fileTooLong(path, MAX_IMAGE_BYTES)
          : promptWords.imagesTooLong(MAX_IMAGE_BYTES),
      )
    const bytes = await readFileUpTo(path, { bytes: left, tooLong }, promptWords.unreadableFile)
    left -= bytes.length
    images.push({ type: 'image_url', image_url: { url: dataUrl(path, bytes) } })
  }
  return images
}

function dataUrl(path: string, bytes: Buffer): string {
  const data = bytes.toString('base64')
  for (const type of TYPES) {
    const url = `data:image/${type};base64,${data}`
    if (pictureFault(url) === undefined) return url
  }
  throw new Failure('usage', promptWords.noImage(path), [promptWords.convertIt])
}
