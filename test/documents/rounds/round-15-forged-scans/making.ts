import type { Chance } from '../../chance.ts'
import { sizeOf } from '../round-11-forged/sheet.ts'
import { type Device, type Shot, shot } from '../round-11-scans/glass.ts'
import { deviceOf, later, placesOf, scanned, seeded, type Wish } from '../round-12-forged-scans/making.ts'
import { inked } from '../round-12-forged-scans/page.ts'
import { RETOUCHES } from '../round-12-forged-scans/retouch.ts'
import type { Place, RoundFile } from '../round-file.ts'
import { AFTER } from './after.ts'
import { type Kept, keptAs } from './filing.ts'
import { NEW } from './retouch.ts'

/** A page as a program shows it, without any device. */
const SCREEN: Device = { dpi: [110, 110], colour: true, skew: 0, blur: 0, noise: 0, white: 255, ink: 0 }

/** What a device of that name, or a screen, shows of the paper. */
async function seenBy(name: string, paper: Wish['job']['paper'], chance: Chance): Promise<Shot> {
  if (name === 'screen') return shot(inked(paper, 1), sizeOf(paper), SCREEN, chance)
  if (name.startsWith('clean ')) {
    const device = { ...deviceOf(name.slice('clean '.length)), noise: 0 }
    return shot(inked(paper, 1), sizeOf(paper), device, chance)
  }
  return scanned(paper, 1, name, chance)
}

/** Ways of `after` that the file keeps, and not the picture. */
const BY_THE_FILE = ['layer', 'layer-old', 'typed', 'patched', 'noted']

/** A bare picture is judged on a page that is as high as a sheet of the letter size. */
const BARE_HEIGHT = 792

function onPage({ page, box }: Place, as: Kept, { size }: Shot): Place {
  const scale = as === 'jpeg' || as === 'pngfile' ? BARE_HEIGHT / size[1] : 1
  return { page, box: box.map((side) => side * scale) as Place['box'] }
}

export async function forged(name: string, wish: Wish): Promise<RoundFile> {
  const { technique, family, field, job, device, after } = wish
  const [hand = '', other = device] = wish.hand.replace('!', '').split(':')
  const chance = seeded(name)
  const donor = await seenBy(
    other === 'clean' || wish.as === ('mask' as Kept) ? `clean ${device}` : other,
    job.after,
    chance,
  )
  const seen = await seenBy(device, wish.hand.endsWith('!') ? job.after : job.paper, chance)
  const retouch = { ...RETOUCHES, ...NEW }[hand]
  if (!retouch) throw new Error(`nobody can do ${hand}`)
  retouch({ ...job, shot: seen, donor, chance })
  const done = await finished(seen, wish, chance)
  const bytes = await keptAs(wish.as, after, done, job, donor)
  const truth = { ...job.paper.truth, risk: 'flagged' as const }
  const places = placesOf(done, job, 1).map((place) => onPage(place, wish.as, done))
  const forgery = { technique, family, field, places }
  return { name, kind: 'forged', medium: 'scan', bytes, truth, forgery }
}

function finished(seen: Shot, { after, job }: Wish, chance: Chance): Promise<Shot> | Shot {
  if (after === undefined || BY_THE_FILE.includes(after)) return seen
  return AFTER[after]?.(seen, job) ?? later(seen, after, chance)
}
