#!/usr/bin/env node
import { launch } from '@mkt/schemas/launch'

launch(import.meta.url, 'mkt-server')
