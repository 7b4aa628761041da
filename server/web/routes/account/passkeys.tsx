import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useLive } from '../../state/live.ts'
import { canPasskey } from '../../state/passkey.ts'
import { fill, t } from '../../texts/texts.ts'
import { AddPasskey } from './add-passkey.tsx'
import { RemovePasskey } from './remove-passkey.tsx'

const load = (signal: AbortSignal) => api.call(market.listPasskeys, {}, { signal })

type Passkey = Awaited<ReturnType<typeof load>>['passkeys'][number]

/** Passkeys: signing in by a finger, a face or a PIN of the device, without a password. */
export function Passkeys({ onChange }: { onChange: () => Promise<void> }) {
  const live = useLive(load, [])
  const [open, setOpen] = useState<'add' | Passkey>()
  const close = () => {
    setOpen(undefined)
    void live.reload()
    void onChange()
  }
  return (
    <Panel title={t.passkeys.title}>
      <Loaded live={live} height={60}>
        {({ passkeys }) => (
          <div class="stack tight">
            {passkeys.length === 0 ? <p class="soft">{t.passkeys.none}</p> : null}
            <ul class="lines" aria-label={t.passkeys.title}>
              {passkeys.map((passkey) => (
                <One key={passkey.passkey_id} passkey={passkey} onRemove={() => setOpen(passkey)} />
              ))}
            </ul>
            <div class="row">
              <Button disabled={!canPasskey} onClick={() => setOpen('add')}>
                {t.passkeys.add}
              </Button>
            </div>
            {canPasskey ? null : <p class="field-hint">{t.passkeys.cannot}</p>}
          </div>
        )}
      </Loaded>
      <Dialog title={t.passkeys.add} open={open === 'add'} onClose={close}>
        <AddPasskey onClose={close} />
      </Dialog>
      <Dialog title={t.passkeys.remove} open={typeof open === 'object'} onClose={close}>
        {typeof open === 'object' ? <RemovePasskey passkey={open} onClose={close} /> : null}
      </Dialog>
    </Panel>
  )
}

function One({ passkey: { name, created_at, last_used_at }, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  return (
    <li class="row apart">
      <span>
        {name}
        <span class="soft small block">
          {last_used_at ? t.sessions.used : t.passkeys.made} <Ago at={last_used_at ?? created_at} />
        </span>
      </span>
      <Button small label={fill(t.passkeys.removeOne, { name })} onClick={onRemove}>
        {t.passkeys.removeAct}
      </Button>
    </li>
  )
}
