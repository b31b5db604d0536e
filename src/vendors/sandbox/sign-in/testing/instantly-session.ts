import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import type { Sandbox } from '../../sandbox.ts'
import { atSandbox } from './people.ts'

/** A call with the demo's key, `path` below the API's version; returns the body of the answer. */
export async function askInstantly(sandbox: Sandbox, method: 'GET' | 'POST', path: string) {
  const answer = await fetch(`${sandbox.origin}/instantly/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${demoInstantly.apiKey}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  })
  return JSON.parse(await answer.text())
}

/** A new session of Instantly, and its link as it is opened. */
export async function beginSession(
  sandbox: Sandbox,
  host: 'google' | 'microsoft',
): Promise<{ sessionId: string; link: string }> {
  const { session_id: sessionId, auth_url: link } = await askInstantly(sandbox, 'POST', `/oauth/${host}/init`)
  return { sessionId, link: atSandbox(sandbox, link) }
}

/** What Instantly says of a session. */
export const sessionStatus = (sandbox: Sandbox, sessionId: string) =>
  askInstantly(sandbox, 'GET', `/oauth/session/status/${sessionId}`)
