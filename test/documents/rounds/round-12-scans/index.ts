import { createCanvas, loadImage } from '@napi-rs/canvas'
import { Chance } from '../../chance.ts'
import { installed } from '../installed.ts'
import { pngsOf } from '../round-3/papers/programs.ts'
import { readSheets, type Sheet } from '../round-3/papers/sheet.ts'
import { type Filing, filed } from '../round-11-scans/file.ts'
import { DEVICES, type DeviceName, MASTER, type Shot, shot } from '../round-11-scans/glass.ts'
import { lacking, printedBy } from '../round-12/papers/index.ts'
import type { Round, RoundFile } from '../round-file.ts'

/** Every sheet of the round; how it is scanned stands there as `device:kept`, `office:80`. */
export const all: readonly Sheet[] = [...readSheets(new URL('sheets/', import.meta.url)).values()]

interface Glass {
  device: DeviceName
  as: Filing['as']
}

function glassOf({ name, look = '' }: Sheet): Glass {
  const [device = '', kept = ''] = look.split(':')
  if (!(device in DEVICES)) throw new Error(`${name}: there is no device ${device}`)
  return { device: device as DeviceName, as: /^\d+$/.test(kept) ? Number(kept) : (kept as 'png') }
}

const toolsOf = (sheet: Sheet) => ['pdftoppm', ...(glassOf(sheet).as === 'g4' ? ['convert'] : [])]

const lackingFor = (sheet: Sheet): string | undefined =>
  lacking(sheet) ?? toolsOf(sheet).find((tool) => !installed(tool))

const seeded = (name: string) =>
  new Chance([...name].reduce((sum, letter) => (sum * 37 + letter.charCodeAt(0)) % 88_811, 12))

/** A page of a print under a device; a picture of MASTER dots an inch says how large the paper is. */
async function seen(png: Uint8Array, device: DeviceName, chance: Chance): Promise<Shot> {
  const picture = await loadImage(Buffer.from(png))
  const sheet = createCanvas(picture.width, picture.height)
  sheet.getContext('2d').drawImage(picture, 0, 0)
  const points = (dots: number) => (dots * 72) / MASTER
  return shot(sheet, [points(picture.width), points(picture.height)], DEVICES[device], chance)
}

async function scanOf(sheet: Sheet, print: Uint8Array): Promise<RoundFile> {
  const { device, as } = glassOf(sheet)
  const name = `${sheet.name}-${device}`
  const chance = seeded(name)
  const shots: Shot[] = []
  for (const png of await pngsOf(print, MASTER)) shots.push(await seen(png, device, chance))
  const bytes = await filed(shots, { as, maker: 'Canon iR-ADV C3530' })
  return { name, kind: 'genuine', medium: 'scan', bytes, truth: { ...sheet.truth, scan: true } }
}

async function* files(): AsyncGenerator<RoundFile> {
  for await (const { sheet, bytes } of printedBy(all.filter((each) => !lackingFor(each)))) yield scanOf(sheet, bytes)
}

export const left: string[] = all.flatMap((sheet) => {
  const tool = lackingFor(sheet)
  return tool ? [`${sheet.name} (no ${tool})`] : []
})

export const round: Round = { files, left }
