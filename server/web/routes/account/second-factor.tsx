import type { AnswerBody, market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import type { Live } from '../../state/live.ts'
import { counted, t } from '../../texts/texts.ts'
import { AddFactor } from './add-factor.tsx'
import { RemoveFactor } from './remove-factor.tsx'

type Factor = AnswerBody<typeof market.showSecondFactor>
type Open = 'add' | 'remove' | undefined

/** Codes beside the password. */
export function SecondFactor({ live }: { live: Live<Factor> }) {
  const [open, setOpen] = useState<Open>()
  const close = () => {
    setOpen(undefined)
    void live.reload()
  }
  return (
    <Panel title={t.factor.title}>
      <Loaded live={live} height={60}>
        {({ enabled, app, passkeys, recovery_codes }) => (
          <div class="stack tight">
            <div class="row">
              {enabled ? <Chip tone="good">{t.factor.on}</Chip> : <Chip tone="plain">{t.factor.off}</Chip>}
              {enabled ? <span class="soft">{counted(recovery_codes, t.factor.left)}</span> : null}
              {passkeys > 0 ? <span class="soft">{counted(passkeys, t.factor.passkeys)}</span> : null}
            </div>
            <div class="row">
              {app ? (
                <Button onClick={() => setOpen('remove')}>{t.factor.remove}</Button>
              ) : (
                <Button onClick={() => setOpen('add')}>{t.factor.add}</Button>
              )}
            </div>
          </div>
        )}
      </Loaded>
      <Dialog title={t.factor.add} open={open === 'add'} onClose={close}>
        <AddFactor onClose={close} />
      </Dialog>
      <Dialog title={t.factor.remove} open={open === 'remove'} onClose={close}>
        <RemoveFactor onClose={close} />
      </Dialog>
    </Panel>
  )
}
