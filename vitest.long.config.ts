import { defineConfig } from 'vitest/config'
import gate from './vitest.config.ts'

// What takes too long for every `npm test`: `npm run test:long`.
export default defineConfig({ ...gate, test: { ...gate.test, include: ['test/**/*.long.test.ts'], exclude: [] } })
