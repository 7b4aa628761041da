import { columnFaces } from './column-faces.ts'
import { coveredDigits } from './covered-digits.ts'
import { coveredSigns } from './covered-signs.ts'
import type { Rule } from './facts.ts'
import { offColumn } from './off-column.ts'
import { offGap } from './off-gap.ts'
import { offLine } from './off-line.ts'
import { otherFace } from './other-face.ts'
import { otherHand } from './other-hand.ts'
import { OTHER_SHADE } from './other-shade.ts'
import { OWN_FONTS } from './own-fonts.ts'
import { PAINTED_LATE } from './painted-late.ts'
import { ROWS_OFF } from './rows-off.ts'
import { SET_APART } from './set-apart.ts'
import { SLIGHTLY_OTHER } from './slightly-other.ts'

/** What is left where a value was taken out and another one set in its place. */
export const RETYPED: readonly Rule[] = [
  ...OWN_FONTS,
  otherFace,
  ...PAINTED_LATE,
  ...SLIGHTLY_OTHER,
  ...OTHER_SHADE,
  ...SET_APART,
  columnFaces,
  ...ROWS_OFF,
  offLine,
  offColumn,
  offGap,
  coveredDigits,
  coveredSigns,
  otherHand,
]
