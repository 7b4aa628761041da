import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Evidence, VerdictFacts } from '../../parts/verdict.tsx'
import { useLive } from '../../state/live.ts'
import { toast } from '../../state/toasts.ts'
import { fill, t } from '../../texts/texts.ts'

interface VerdictProps {
  of: { host_id: string; model: string } | undefined
  onClose: () => void
  onDone: () => Promise<void>
}

/** A verdict with all that it rests on; a refusal is upheld or lifted here. */
export function VerdictDialog({ of, onClose, onDone }: VerdictProps) {
  return (
    <Dialog title={of ? fill(t.verification.of, of) : ''} open={of !== undefined} onClose={onClose} wide>
      {of ? <Case {...of} onClose={onClose} onDone={onDone} /> : null}
    </Dialog>
  )
}

function Case({ host_id, model, onClose, onDone }: Omit<VerdictProps, 'of'> & { host_id: string; model: string }) {
  const [note, setNote] = useState('')
  const params = { host_id }
  const live = useLive((signal) => api.call(market.showVerificationOf, { params }, { signal }), [host_id])
  const decide = async (decision: 'uphold' | 'lift') => {
    const said = note.trim()
    const body = { model, decision, ...(said ? { note: said } : {}) }
    await api.call(market.decideVerdict, { params, body })
    toast(fill(decision === 'uphold' ? t.verification.didUphold : t.verification.didLift, { name: host_id }))
    await onDone()
    onClose()
  }
  return (
    <Loaded live={live} height={240}>
      {({ verdicts }) => {
        const verdict = verdicts.find((one) => one.model === model)
        if (!verdict) return <p>{t.verification.never}</p>
        return (
          <div class="stack">
            <VerdictFacts verdict={verdict} />
            <Evidence verdict={verdict} />
            {verdict.verdict === 'refused' ? (
              <>
                <Field
                  label={t.admin.note}
                  hint={t.verification.noteHint}
                  maxLength={500}
                  value={note}
                  onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) => setNote(currentTarget.value)}
                />
                <div class="row end">
                  <Button onClick={() => decide('lift')}>{t.verification.lift}</Button>
                  <Button kind="main" onClick={() => decide('uphold')}>
                    {t.verification.uphold}
                  </Button>
                </div>
              </>
            ) : null}
          </div>
        )
      }}
    </Loaded>
  )
}
