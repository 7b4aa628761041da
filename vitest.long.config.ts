import { defineConfig } from 'vitest/config'
import gate from './vitest.config.ts'

// What takes too long for every `npm test`: `npm run test:long`.
const { projects: _, ...rest } = gate.test ?? {}
export default defineConfig({ ...gate, test: { ...rest, include: ['test/**/*.long.test.ts'], testTimeout: 1_800_000 } })
