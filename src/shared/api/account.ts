import * as z from 'zod/mini'
import { openSession } from '../accounts/open-session.ts'
import { boundedText } from '../text/outcome.ts'
import { endpoint } from './endpoint.ts'

const done = z.object({ message: z.string() })
const noBody = z.optional(z.nullable(z.object({})))

export const ownSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Where the caller is signed in',
  access: 'customer',
  response: z.object({ sessions: z.array(openSession) }),
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'End one of the caller’s own sessions',
  access: 'customer',
  limit: 'change',
  params: z.object({ id: boundedText(60) }),
  response: done,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/account/sessions/end-others',
  summary: 'End all of the caller’s sessions but this one',
  access: 'customer',
  limit: 'change',
  body: noBody,
  response: z.object({ ended: z.number() }),
})
