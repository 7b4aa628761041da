import { market, type OwnHost } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/copy.tsx'
import { Confirm, Dialog } from '../../parts/dialog.tsx'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'
import { PriceDialog } from './price-dialog.tsx'

type Open = 'price' | 'rotate' | 'key' | undefined

/** What an owner does with a host. */
export function HostActions({ host, onChange }: { host: OwnHost; onChange: () => Promise<void> }) {
  const [open, setOpen] = useState<Open>()
  const [key, setKey] = useState('')
  const params = { host_id: host.host_id }
  const close = () => setOpen(undefined)
  const pause = async () => {
    await api.call(market.changeOwnedHost, { params, body: { paused: !host.paused } })
    toast(host.paused ? t.host.resumed : t.host.isPaused)
    await onChange()
  }
  const rotate = async () => {
    const { api_key } = await api.call(market.rotateOwnedHostKey, { params })
    setKey(api_key)
    setTimeout(() => setOpen('key'))
  }
  return (
    <>
      <Button onClick={pause}>{host.paused ? t.host.resume : t.host.pause}</Button>
      <Button onClick={() => setOpen('price')}>{t.host.changePrice}</Button>
      <Button onClick={() => setOpen('rotate')}>{t.host.rotate}</Button>
      <PriceDialog host={host} open={open === 'price'} onClose={close} onChange={onChange} />
      <Confirm
        title={t.host.rotate}
        open={open === 'rotate'}
        onClose={close}
        text={t.host.rotateText}
        act={t.host.rotate}
        onAct={rotate}
      />
      <Dialog title={t.host.newKey} open={open === 'key'} onClose={close}>
        <p>{t.host.newKeyText}</p>
        <CodeBlock code={key} label={t.host.newKey} />
      </Dialog>
    </>
  )
}
