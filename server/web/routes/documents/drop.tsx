import { DropZone } from '../../parts/drop-zone.tsx'
import { t } from '../../texts/texts.ts'
import { add } from './uploads.ts'

/** Where documents are dropped, or chosen. */
export function Drop() {
  return (
    <DropZone
      text={t.documents.drop}
      choose={t.documents.choose}
      label={t.documents.files}
      hint={t.documents.dropHint}
      accept="application/pdf,image/jpeg,image/png,image/tiff"
      multiple
      onFiles={add}
    />
  )
}
