import type { ComponentChildren, TargetedMouseEvent } from 'preact'
import { useState } from 'preact/hooks'
import { explain } from '../state/explain.ts'
import { toast } from '../state/toasts.ts'

type Kind = 'main' | 'plain' | 'bad' | 'bare'

interface ButtonProps {
  children: ComponentChildren
  kind?: Kind
  busy?: boolean
  disabled?: boolean
  type?: 'button' | 'submit'
  onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => unknown
  label?: string
  small?: boolean
  expanded?: boolean
}

/** A button; while what it does is under way it takes no second press. What goes wrong is said in a corner. */
export function Button(props: ButtonProps) {
  const { children, kind = 'plain', busy = false, disabled = false, type = 'button', onClick, label, small } = props
  const [acting, setActing] = useState(false)
  const press = async (event: TargetedMouseEvent<HTMLButtonElement>) => {
    if (acting || busy) return event.preventDefault()
    const outcome = onClick?.(event)
    if (!(outcome instanceof Promise)) return
    setActing(true)
    await outcome.catch((error) => toast(explain(error), true))
    setActing(false)
  }
  return (
    <button
      type={type}
      class={`button ${kind}${small ? ' small' : ''}`}
      disabled={disabled}
      aria-busy={acting || busy || undefined}
      aria-label={label}
      title={kind === 'bare' ? label : undefined}
      aria-expanded={props.expanded}
      onClick={press}
    >
      {children}
    </button>
  )
}
