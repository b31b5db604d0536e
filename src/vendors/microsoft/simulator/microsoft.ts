import { Hono } from 'hono'
import type { Vendor, World } from '#vendors/sandbox/world.ts'
import { graphError, graphThrottled } from './answers.ts'
import { createMicrosoftControl } from './control.ts'
import { createExchange } from './exchange.ts'
import { createGraph } from './graph.ts'
import { microsoftSections } from './sections.ts'
import { seedMicrosoft } from './seed.ts'
import { microsoftState } from './state.ts'
import { createTokens } from './tokens.ts'

/** Entra's token endpoint, Graph and Exchange's administration, for any number of tenants. */
export function createMicrosoft(world: World): Vendor {
  const state = microsoftState(world.store)
  const tokens = createTokens(world, state)
  const app = new Hono()
    .route('/login', tokens.login)
    .route('/graph/v1.0', createGraph(world, state, tokens))
    .route('/exchange', createExchange(world, state, tokens))
  return {
    name: 'microsoft',
    prefix: '/microsoft',
    app,
    control: createMicrosoftControl(world, state),
    seed: () => {
      seedMicrosoft(world, state)
    },
    sections: () => microsoftSections(state),
    playFault: ({ kind, retryAfter }) => {
      if (kind === '429') return graphThrottled(retryAfter ?? 1)
      if (kind === '429_bare') return graphError(429, 'TooManyRequests', 'Too many requests')
      if (kind === '500') return graphError(500, 'InternalServerError', 'An internal error has occurred.')
      if (kind === '503')
        return graphError(503, 'ServiceUnavailable', 'The service is temporarily unavailable.', {
          headers: { 'retry-after': String(retryAfter ?? 1) },
        })
      return undefined
    },
  }
}
