import type { BatchState as State } from '@mkt/schemas'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { t } from '../../texts/texts.ts'

const TONES: Record<State, Tone> = { open: 'plain', running: 'busy', completed: 'good', cancelled: 'plain' }

export const BatchState = ({ state }: { state: State }) => <Chip tone={TONES[state]}>{t.batchStates[state]}</Chip>
