import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  children: ComponentChildren
  wide?: boolean
}

/** A box over the page. Esc and its button close it, and the focus goes back to where it was. */
export function Dialog({ title, open, onClose, children, wide = false }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const { current } = box
    if (open && !current?.open) current?.showModal()
    if (!open && current?.open) current.close()
  }, [open])
  // Closed by the browser, for Esc; what this page closed itself is told to nobody again.
  const onClosed = () => {
    if (open) onClose()
  }
  return (
    <dialog class={`dialog${wide ? ' wide' : ''}`} ref={box} aria-labelledby={id} onClose={onClosed}>
      {open ? (
        <>
          <header class="dialog-head">
            <h2 id={id}>{title}</h2>
            <Button kind="bare" label={t.close} onClick={onClose}>
              ✕
            </Button>
          </header>
          <div class="dialog-body">{children}</div>
        </>
      ) : null}
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  open: boolean
  onClose: () => void
  /** What happens, and whether it can be undone. */
  text: string
  /** What the button says: what it does. */
  act: string
  onAct: () => Promise<unknown>
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, open, onClose, text, act, onAct }: ConfirmProps) {
  const go = async () => {
    await onAct()
    onClose()
  }
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <p>{text}</p>
      <div class="row end">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="bad" onClick={go}>
          {act}
        </Button>
      </div>
    </Dialog>
  )
}
