import { sizeOf } from '../round-11-forged/sheet.ts'
import { type Device, shot } from '../round-11-scans/glass.ts'
import type { Job } from '../round-12-forged/job.ts'
import type { Paper } from '../round-12-forged/sheets.ts'
import { scanned, seeded } from '../round-12-forged-scans/making.ts'
import { inked } from '../round-12-forged-scans/page.ts'
import type { RoundFile } from '../round-file.ts'
import { AFTER } from './after.ts'
import { type Kept, keptAs } from './filing.ts'

/** Something honest done with a scan, by the tools of this round's forgers. */
interface Act {
  act: string
  paper: string
  device: string
  as: Kept
  /** What is done with the picture or the file, and about which text. */
  after?: string
  text?: string
}

const act = (name: string, paper: string, device: string, as: Kept, more: Partial<Act> = {}): Act => ({
  ...{ act: name, paper, device, as },
  ...more,
})

export const INNOCENT: readonly Act[] = [
  act('despeckled', 'fr-bulletin', 'reception', 84, { after: 'despeckled' }),
  act('cropped-and-kept-twice', 'es-factura', 'office', 82, { after: 'cropped' }),
  act('marked', 'de-giro', 'reception', 84, { after: 'marked', text: '2.214,60' }),
  act('stamped', 'uk-rent', 'reception', 85, { after: 'stamped', text: '40-12-09' }),
  act('screenshot', 'us-union', 'screen', 'pngfile'),
  act('layered-by-its-scanner', 'us-stub', 'archive', 'mask'),
  act('recognised', 'us-w2', 'branch', 85, { after: 'layer' }),
  act('photographed', 'ca-t4', 'handheld', 'jpeg'),
]

const SCREEN: Device = { dpi: [110, 110], colour: true, skew: 0, blur: 0, noise: 0, white: 255, ink: 0 }

export async function honestly(
  name: string,
  { act: done, device, as, after, text }: Act,
  paper: Paper,
): Promise<RoundFile> {
  const chance = seeded(name)
  const cells = text === undefined ? [] : paper.cells.filter((cell) => cell.text.includes(text)).slice(0, 1)
  const job: Job = { paper, after: paper, changes: [], cells: cells.map((cell) => [cell, cell]) }
  const first =
    device === 'screen' ? shot(inked(paper, 1), sizeOf(paper), SCREEN, chance) : await scanned(paper, 1, device, chance)
  const seen = (await AFTER[after ?? '']?.(first, job)) ?? first
  const bytes = await keptAs(as, after, seen, { ...job, cells: [] }, seen)
  return { name, kind: 'innocent', medium: 'scan', bytes, truth: paper.truth, act: done }
}
