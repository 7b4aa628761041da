import { useState } from 'preact/hooks'
import { Confirm } from '../../parts/dialog.tsx'
import { fill, t } from '../../texts/texts.ts'

interface ShutOutOptions<T> {
  nameOf: (one: T) => string
  /** What it means for whom it is done to. */
  text: string
  change: (one: T) => Promise<void>
}

/** Asks before somebody is shut out; letting in again needs no question. The box belongs on the page. */
export function useShutOut<T extends { disabled?: boolean | undefined }>({ nameOf, text, change }: ShutOutOptions<T>) {
  const [asked, setAsked] = useState<T>()
  const box = (
    <Confirm
      title={fill(t.admin.shutOutOf, { name: asked ? nameOf(asked) : '' })}
      open={asked !== undefined}
      onClose={() => setAsked(undefined)}
      text={text}
      act={t.admin.disable}
      onAct={async () => asked && change(asked)}
    />
  )
  return { act: (one: T) => (one.disabled ? change(one) : setAsked(one)), box }
}
