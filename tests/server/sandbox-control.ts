import { expect } from 'vitest'
import type { Sandbox } from '#vendors/sandbox/sandbox.ts'

/** Calls of the sandbox's own, which tell it to play what no vendor's call does: `/_microsoft/trace/access`. */
export const controlOf =
  (sandbox: Pick<Sandbox, 'fetch' | 'origin'>) =>
  async (path: string, body: object): Promise<void> => {
    const answer = await sandbox.fetch(`${sandbox.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
  }
