import { selectBackend } from '../backends/select.ts'
import type { Config } from '../config.ts'
import type { Effects } from '../effects.ts'
import type { Engine } from './engine.ts'

/** The engines of a configuration whose models are known. */
export function openEngines({ engines }: Config, effects: Effects): Engine[] {
  return engines.map((settings) => ({
    ...settings,
    models: settings.models.map(({ name }) => name),
    backend: selectBackend(settings, effects),
  }))
}
