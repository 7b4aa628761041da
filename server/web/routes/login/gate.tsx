import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Sign } from '../../parts/sign.tsx'
import { fill, t } from '../../texts/texts.ts'
import './gate.css'

/** The frame of the pages before one is signed in. */
export function Gate({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = fill(t.pageTitle, { title })
  }, [title])
  return (
    <main class="gate">
      <div class="gate-box">
        <p class="gate-mark">
          <Sign size={33} />
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
