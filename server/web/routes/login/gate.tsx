import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Sign } from '../../parts/sign.tsx'
import { fill, t } from '../../texts/texts.ts'
import './gate.css'

/** The frame of the pages before one is signed in: where one is, and a form whose first field has the focus. */
export function Gate({ title, children }: { title: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.title = fill(t.pageTitle, { title })
  }, [title])
  useLayoutEffect(() => {
    box.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  return (
    <main class="gate">
      <div class="gate-box" ref={box}>
        <div>
          <p class="gate-mark">
            <Sign size={33} />
            {t.gate.name}
          </p>
          <p class="soft small">{t.gate.what}</p>
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
