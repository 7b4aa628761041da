import { documents } from '@mkt/schemas'
import { useLocation } from 'preact-iso'
import { documentsApi } from '../../documents-api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { humanName, type Summary } from '../../parts/document-kinds.ts'
import { SelectField } from '../../parts/field.tsx'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { useForm } from '../../state/form.ts'
import { useLive } from '../../state/live.ts'
import { t } from '../../texts/texts.ts'

interface CompareDialogProps {
  document_id: string
  open: boolean
  onClose: () => void
}

/** Which other document is laid beside this one. */
export function CompareDialog({ document_id, open, onClose }: CompareDialogProps) {
  return (
    <Dialog title={t.compare.act} open={open} onClose={onClose}>
      {open ? <Choice document_id={document_id} /> : null}
    </Dialog>
  )
}

const MOST = 100

async function load(own: string, signal: AbortSignal): Promise<readonly Summary[]> {
  const query = { limit: MOST, detail: 'full' as const }
  const answer = await documentsApi.call(documents.listDocuments, { query }, { signal })
  return answer.documents.filter(({ document_id }) => document_id !== own)
}

function Choice({ document_id }: { document_id: string }) {
  const { route } = useLocation()
  const live = useLive((signal) => load(document_id, signal), [document_id])
  const form = useForm(async ({ other = '' }) => route(`/app/documents/${document_id}?with=${other}`))
  return (
    <Loaded live={live} height={80}>
      {(others) =>
        others.length === 0 ? (
          <Empty title={t.compare.alone}>{t.documents.noneWhy}</Empty>
        ) : (
          <form onSubmit={form.submit}>
            <SelectField label={t.compare.with} name="other" choices={others.map(choiceOf)} />
            <div class="row end">
              <Button kind="main" type="submit" busy={form.busy}>
                {t.compare.act}
              </Button>
            </div>
          </form>
        )
      }
    </Loaded>
  )
}

function choiceOf({ document_id, file_name, label, document_type }: Summary) {
  const name = label || file_name || document_id
  return { value: document_id, text: `${name} · ${humanName(document_type)}` }
}
