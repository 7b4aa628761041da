import { expect, test } from 'vitest'
import { Engines } from '../../agent/src/engines/engines.ts'
import { createLog } from '../../agent/src/log.ts'
import { ScriptedBackend } from './scripted-backend.ts'
import { virtualEffects } from './virtual-effects.ts'

function enginesOf(...timeouts: [models: string[], first_s: number, idle_s: number][]) {
  const engines = timeouts.map(([models, first_s, idle_s]) => ({
    ...{ backend: new ScriptedBackend(), models, concurrency: 2 },
    ...{ first_token_timeout_ms: first_s * 1000, idle_timeout_ms: idle_s * 1000 },
  }))
  return new Engines({ engines, effects: virtualEffects(), log: createLog({ write: () => undefined }) })
}

test('one engine needs what it needs, whichever of its models is asked', () => {
  expect(enginesOf([['a', 'b'], 120, 60]).capacity).toEqual({
    ...{ concurrency: 2, first_piece_seconds: 130, next_piece_seconds: 70 },
  })
})

test('an engine that is slower than another is believed for its own models only', () => {
  expect(enginesOf([['a'], 120, 60], [['big', 'bigger'], 600, 60]).capacity).toEqual({
    ...{ concurrency: 4, first_piece_seconds: 130, next_piece_seconds: 70 },
    model_patience: {
      big: { first_piece_seconds: 610, next_piece_seconds: 70 },
      bigger: { first_piece_seconds: 610, next_piece_seconds: 70 },
    },
  })
})
