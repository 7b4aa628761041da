import { documents } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { documentsApi } from '../../documents-api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { humanName, type Summary } from '../../parts/document-kinds.ts'
import { SelectField } from '../../parts/field.tsx'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { useForm } from '../../state/form.ts'
import { useLive } from '../../state/live.ts'
import { useTyped } from '../../state/typed.ts'
import { fill, t, whole } from '../../texts/texts.ts'

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

async function load(own: string, text: string, signal: AbortSignal) {
  const query = { limit: MOST, detail: 'full' as const, ...(text ? { text } : {}) }
  const answer = await documentsApi.call(documents.listDocuments, { query }, { signal })
  const others = answer.documents.filter(({ document_id }) => document_id !== own)
  return { others, all: answer.pagination.total, shown: answer.documents.length }
}

function Choice({ document_id }: { document_id: string }) {
  const { route } = useLocation()
  const [looked, look] = useState('')
  const [text, setText] = useTyped(looked, look)
  const live = useLive((signal) => load(document_id, looked, signal), [document_id, looked])
  const form = useForm(async ({ other = '' }) => route(`/app/documents/${document_id}?with=${other}`))
  return (
    <form onSubmit={form.submit}>
      <SearchField label={t.compare.find} value={text} onValue={setText} />
      <Loaded live={live} height={80}>
        {({ others, all, shown }) =>
          others.length === 0 ? (
            <Empty title={looked ? t.compare.notFound : t.compare.alone}>{looked ? null : t.documents.noneWhy}</Empty>
          ) : (
            <>
              <SelectField
                label={t.compare.with}
                name="other"
                choices={others.map(choiceOf)}
                hint={shown < all ? fill(t.compare.cut, { shown: whole(shown), all: whole(all) }) : undefined}
              />
              <div class="row end">
                <Button kind="main" type="submit" busy={form.busy}>
                  {t.compare.act}
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
    </form>
  )
}

function choiceOf({ document_id, file_name, label, document_type }: Summary) {
  const name = label || file_name || document_id
  return { value: document_id, text: `${name} · ${humanName(document_type)}` }
}
