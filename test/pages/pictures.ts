import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Page } from 'playwright-core'
import type { Lively } from './lively.ts'
import { goTo, type Theme } from './stage.ts'

/** Of every page: its name, its address, and what is there once it is whole. */
export const PICTURED: readonly (readonly [name: string, path: string, there: string])[] = [
  ['overview', '/app/', 'h1'],
  ['models', '/app/models', 'tbody tr'],
  ['model', '/app/models/llama-3.1-8b', 'h1'],
  ['playground', '/app/playground?jobs=JOB', '.answer .cost'],
  ['jobs', '/app/jobs', 'tbody tr'],
  ['job', '/app/jobs/JOB', '.timeline'],
  ['batches', '/app/batches', 'tbody tr'],
  ['batch', '/app/batches/BATCH', 'h1'],
  ['usage', '/app/usage', '.figures'],
  ['tokens', '/app/tokens', 'tbody tr'],
  ['hosts', '/app/hosts', 'h1'],
  ['host', '/app/hosts/HOST', 'h1'],
  ['earnings', '/app/earnings', '.figures'],
  ['documents', '/app/documents', 'tbody tr'],
  ['document', '/app/documents/DOCUMENT', '.sheet canvas'],
  ['review', '/app/review', '.sheet canvas'],
  ['account', '/app/account', 'h1'],
  ['operations', '/app/admin', '.figures'],
  ['operations-users', '/app/admin/users', 'tbody tr'],
  ['operations-hosts', '/app/admin/hosts', 'tbody tr'],
  ['operations-verification', '/app/admin/verification', 'tbody tr'],
  ['operations-withdrawals', '/app/admin/withdrawals', 'tbody tr'],
  ['operations-disputes', '/app/admin/disputes', 'tbody tr'],
  ['operations-log', '/app/admin/log', '[aria-label="Log"]'],
]

/** Those of who is not signed in. */
export const PICTURED_OUTSIDE: typeof PICTURED = [
  ['login', '/app/login', 'form'],
  ['signup', '/app/signup', 'form'],
]

export const SIZES = [
  [1440, 900],
  [390, 844],
] as const
export const THEMES: readonly Theme[] = ['light', 'dark']

const FOLDER = new URL('../../server/web/pictures/', import.meta.url)
/** Kept at half the size of the window: enough to judge a page by, and small. */
const SCALE = 0.5
const QUALITY = 55

/** Opens a page of the lively market and waits until it stands still. */
export async function show(page: Page, { stage, ids, sign }: Lively, [, path, there]: (typeof PICTURED)[number]) {
  const { job, host, batch, document } = ids
  await sign()
  const address = path.replace('JOB', job).replace('HOST', host).replace('BATCH', batch).replace('DOCUMENT', document)
  await goTo(page, stage.front.url + address)
  await page.locator(there).first().waitFor()
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

/** The picture of a page as it is kept. */
export async function pictureOf(page: Page): Promise<Buffer> {
  const image = await loadImage(await page.screenshot())
  const canvas = createCanvas(Math.round(image.width * SCALE), Math.round(image.height * SCALE))
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toBuffer('image/webp', QUALITY)
}

const fileOf = (name: string) => new URL(`${name}.webp`, FOLDER)
export const keepPicture = (name: string, picture: Buffer) => writeFileSync(fileURLToPath(fileOf(name)), picture)
export const keptPicture = (name: string): Buffer => readFileSync(fileOf(name))

/** Blocks to a picture's width and height. */
const BLOCKS = 24
const MOST = 255

/** How unlike two pictures are, from 0 to 1: the mean difference of the colours of blocks, so that no letter counts. */
export async function unlikeness(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await blocksOf(one), await blocksOf(other)]
  const sum = a.reduce((all, value, index) => all + Math.abs(value - (b[index] ?? 0)), 0)
  return sum / a.length / MOST
}

async function blocksOf(picture: Buffer): Promise<number[]> {
  const image = await loadImage(picture)
  const canvas = createCanvas(BLOCKS, BLOCKS)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, BLOCKS, BLOCKS)
  return [...context.getImageData(0, 0, BLOCKS, BLOCKS).data].filter((_, index) => index % 4 !== 3)
}
