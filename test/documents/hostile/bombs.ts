import type { Bomb } from './bomb-file.ts'
import { CODING_BOMBS } from './bombs-coding.ts'
import { OBJECT_BOMBS } from './bombs-objects.ts'
import { PAGE_BOMBS } from './bombs-page.ts'
import { STRUCTURE_BOMBS } from './bombs-structure.ts'
import { TEXT_BOMBS } from './bombs-text.ts'

/** Small files that ask for much: time, memory, pages, depth. */
export const BOMBS: Readonly<Record<string, Bomb>> = {
  ...CODING_BOMBS,
  ...STRUCTURE_BOMBS,
  ...OBJECT_BOMBS,
  ...PAGE_BOMBS,
  ...TEXT_BOMBS,
}

/** What pdf.js never comes back from, however small: only the limits of time and memory end these. */
export const ENDLESS: readonly string[] = ['font-widths-claimed', 'shading-endless']

/** Pictures that cost a recognition each, whatever the charge; one of them stands for the others in a quick run. */
const RECOGNISED = /^(picture-(soft-mask|many-channels|.*-small)|sheet-giant-picture|text-addresses-.*)$/

export const FAST_BOMBS: Readonly<Record<string, Bomb>> = Object.fromEntries(
  Object.entries(BOMBS).filter(([name]) => !ENDLESS.includes(name) && !RECOGNISED.test(name)),
)
