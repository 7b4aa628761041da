import { z } from 'zod'

// Zod tries whether it may compile code, which the pages' content security policy reports as a violation. Imported
// before anything that makes a schema.
z.config({ jitless: true })
