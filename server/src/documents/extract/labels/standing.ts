import type { LabelAt } from './find-labels.ts'

/**
 * Where a value stands to its label: `label-inline` behind it in the same segment, `label-right` further right on the
 * line, `label-below` under it, `label-above` over it in larger print, `label-box` in the same ruled box, `label-cell`
 * in the neighbouring cell of a table, `label-crossed` where a row's and a column's label meet.
 */
export type Place =
  | 'label-inline'
  | 'label-right'
  | 'label-below'
  | 'label-above'
  | 'label-box'
  | 'label-cell'
  | 'label-crossed'

/** How words stand to a label. */
export interface Standing {
  label: LabelAt
  place: Place
}
