import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { fill, t } from '../texts/texts.ts'

interface PageProps {
  /** The heading (h1), and the browser's title. */
  title: string
  children: ComponentChildren
  actions?: ComponentChildren
  /** Over the heading: the way back to the list. */
  back?: { href: string; text: string }
  /** Takes the whole height of the window. */
  tall?: boolean
}

/** A page with its heading, which has the focus after a change of page so that screen readers begin there. */
export function Page({ title, children, actions, back, tall = false }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = fill(t.pageTitle, { title })
  }, [title])
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div class={`page${tall ? ' tall' : ''}`}>
      <header class="page-head">
        <div>
          {back ? (
            <a class="back" href={back.href}>
              ← {back.text}
            </a>
          ) : null}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {actions ? <div class="row page-actions">{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}
