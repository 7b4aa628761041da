import type { AnalysisProgress } from '@mkt/schemas'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Field } from '../../parts/field.tsx'
import { useForm } from '../../state/form.ts'
import { fill, t } from '../../texts/texts.ts'
import { again, forget, type Upload, unlock, uploads } from './uploads.ts'

/** Files that were dropped in this visit, with the stage that each is in. */
export function UploadList() {
  if (uploads.value.length === 0) return null
  return (
    <ul class="uploads" aria-label={t.documents.uploads}>
      {uploads.value.map((upload) => (
        <li key={upload.id}>
          <span class="upload-name">{upload.name}</span>
          {upload.locked ? <Unlock upload={upload} /> : <State upload={upload} />}
          <Button
            small
            kind="bare"
            label={fill(t.documents.forget, { name: upload.name })}
            onClick={() => forget(upload.id)}
          >
            ✕
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Unlock({ upload: { id, fault } }: { upload: Upload }) {
  const form = useForm(async ({ password = '' }) => unlock(id, password))
  return (
    <form class="unlock" onSubmit={form.submit}>
      <Field label={t.documents.password} name="password" type="password" autocomplete="off" error={fault} required />
      <Button small type="submit">
        {t.documents.unlock}
      </Button>
    </form>
  )
}

function State({ upload: { id, progress, document_id, fault, repeatable } }: { upload: Upload }) {
  if (fault) {
    return (
      <span role="alert">
        <Chip tone="bad">{fault}</Chip>
        {repeatable ? (
          <Button small onClick={() => again(id)}>
            {t.retry}
          </Button>
        ) : null}
      </span>
    )
  }
  if (document_id) return <a href={`/app/documents/${document_id}`}>{t.documents.open}</a>
  return <Chip tone="busy">{stageText(progress)}</Chip>
}

function stageText(progress: AnalysisProgress | undefined): string {
  if (!progress) return t.documents.sending
  const stage = t.stages[progress.stage]
  const { page, pages } = progress
  return page && pages && pages > 1 ? fill(t.documents.pageOf, { stage, page, pages }) : stage
}
